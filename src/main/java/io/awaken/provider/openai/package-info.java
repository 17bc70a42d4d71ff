/**
 * OpenAI chat completions, streamed, as spoken by OpenAI and the many servers compatible with it.
 * {@link io.awaken.provider.openai.OpenAiAdapter} reads a provider's document; {@code ChatWire} is
 * its request, its stream and its errors; {@code provider.http} does the rest.
 */
package io.awaken.provider.openai;
