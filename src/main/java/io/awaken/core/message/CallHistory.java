package io.awaken.core.message;

import java.util.List;
import java.util.function.Supplier;

/**
 * A history with an index of its tool calls, so that a run does not scan a long one to find them.
 * Immutable.
 */
public interface CallHistory extends List<Message> {

  /**
   * Whether the results of each call directly follow it, and every message has text or calls a
   * tool.
   */
  boolean whole();

  /**
   * The index of the next message that calls tools.
   *
   * @param from the first index to check
   * @return the size when there is none
   */
  int nextCall(int from);

  /** Whether it has internal system messages, such as summaries. */
  boolean hasInternalSystemMessages();

  /** Cached facts about the conversation that this history starts. */
  HistoryMemo memo();

  /**
   * Caches facts about a conversation for the next reader. A conversation only grows, so facts
   * about its beginning stay true. Thread-safe.
   */
  final class HistoryMemo {

    private Object found;

    /**
     * Returns the cached facts, which are thread-safe.
     *
     * @param first creates them when the conversation has none of this kind
     */
    public synchronized <T> T get(Class<T> kind, Supplier<T> first) {
      if (!kind.isInstance(found)) {
        found = first.get();
      }
      return kind.cast(found);
    }
  }
}
