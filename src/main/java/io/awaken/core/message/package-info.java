/**
 * What a conversation is made of: messages, content blocks, tool calls, tool results and token
 * usage. Plain immutable records without behaviour; everything else builds on them. Wire names are
 * snake case and come from the mapper of each purpose, not from here.
 */
package io.awaken.core.message;
