package io.awaken.core.message;

import java.util.function.Supplier;

/**
 * Caches facts about a conversation for the next reader. A conversation only grows, so facts about
 * its beginning stay true. Thread-safe.
 */
public final class HistoryMemo {

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
