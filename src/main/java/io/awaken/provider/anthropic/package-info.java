/**
 * Anthropic's messages, streamed. {@link io.awaken.provider.anthropic.AnthropicAdapter} reads a
 * provider's document, {@code MessagesRequestWriter} writes requests, {@code MessagesAnswer} reads
 * answers; {@code provider.http} does the rest.
 */
package io.awaken.provider.anthropic;
