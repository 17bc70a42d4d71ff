/**
 * OpenAI chat completions and the Responses API, streamed, for OpenAI and compatible servers.
 * {@link io.awaken.provider.openai.OpenAiAdapter} and {@link
 * io.awaken.provider.openai.ResponsesAdapter} read a provider's document; a request writer and an
 * answer for each do the rest with {@code provider.http}.
 */
package io.awaken.provider.openai;
