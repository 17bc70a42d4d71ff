/**
 * OpenAI chat completions, streamed, as spoken by OpenAI and the many servers compatible with it.
 * {@link io.awaken.provider.openai.OpenAiAdapter} reads a provider's document; {@code OpenAiModel}
 * asks; the other classes are its request, its stream and its errors.
 */
package io.awaken.provider.openai;
