/**
 * Anthropic's messages, streamed. {@link io.awaken.provider.anthropic.AnthropicAdapter} reads a
 * provider's document; {@code MessagesWire} is its request, its stream and its errors; {@code
 * provider.http} does the rest.
 */
package io.awaken.provider.anthropic;
