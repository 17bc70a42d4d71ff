package io.awaken.core.action;

import io.awaken.core.message.TokenUsage;

/**
 * The latest summary of a thread (features row 157). What stands for the summarised messages is
 * {@link RecoveredHistory}.
 *
 * @param text the summary; null before the first
 * @param messageId the message of the thread that has it
 * @param tokensBefore estimated tokens of what it takes the place of
 * @param tokensAfter estimated tokens of itself
 * @param atMs when it was committed, milliseconds since 1970
 * @param usage tokens that the summariser used, which no run counts; null when unknown
 */
public record CompactionState(
    String text,
    String messageId,
    long tokensBefore,
    long tokensAfter,
    long atMs,
    TokenUsage usage) {

  public static final CompactionState NONE = new CompactionState(null, null, 0, 0, 0, null);
}
