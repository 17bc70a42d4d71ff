package io.awaken.core.message;

import java.util.List;

/**
 * A history with an index of its tool calls, so that a run does not scan a long one to find them.
 * Immutable.
 */
public interface CallHistory extends List<Message> {

  /**
   * Whether the results of each call stand right behind it, and every message says something or
   * calls a tool.
   */
  boolean whole();

  /**
   * The index of the next message that calls tools.
   *
   * @param from the first index that counts
   * @return the size when there is none
   */
  int nextCall(int from);

  /** Whether it has internal system messages, of which summaries are. */
  boolean hasInternalSystemMessages();

  /** What was found out about the conversation of which this is the beginning. */
  HistoryMemo memo();
}
