/**
 * The parts of a conversation: messages, content blocks, tool calls, tool results and token usage.
 * Plain immutable records without behaviour; everything else builds on them. The mapper of each
 * purpose defines the wire names, in snake case.
 */
package io.awaken.core.message;
