/**
 * OpenAI chat completions, streamed, for OpenAI and compatible servers. {@link
 * io.awaken.provider.openai.OpenAiAdapter} reads a provider's document; {@code ChatWire} is its
 * request, its stream and its errors; {@code provider.http} does the rest.
 */
package io.awaken.provider.openai;
