package io.awaken.core.action;

import io.awaken.core.message.TokenUsage;

/**
 * The latest summary of a thread (features row 157). {@link RecoveredHistory} has the messages that
 * replace the summarised ones.
 *
 * @param text the summary; null before the first
 * @param messageId id of its message in the thread
 * @param tokensBefore estimated tokens of the messages that it replaces
 * @param tokensAfter its estimated tokens
 * @param atMs when it was committed, milliseconds since 1970
 * @param usage tokens of the summariser, which count for no run; null when unknown
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
