package io.awaken.core.message;

import java.util.function.Supplier;

/**
 * What a reader found out about a conversation, kept with it for the next reader: a conversation
 * only grows, so what is true of its beginning stays true. Thread-safe.
 */
public final class HistoryMemo {

  private Object found;

  /**
   * What was found out, which is thread-safe too.
   *
   * @param first nothing found out yet; asked when the conversation has nothing of this kind
   */
  public synchronized <T> T get(Class<T> kind, Supplier<T> first) {
    if (!kind.isInstance(found)) {
      found = first.get();
    }
    return kind.cast(found);
  }
}
