package io.awaken.core.mailbox;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Sets that drop their oldest elements. */
final class NewestFew {

  private NewestFew() {}

  /**
   * A thread-safe set.
   *
   * @param most its largest number of elements
   */
  static <T> Set<T> of(int most) {
    Map<T, Boolean> newest =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<T, Boolean> eldest) {
            return size() > most;
          }
        };
    return Collections.synchronizedSet(Collections.newSetFromMap(newest));
  }
}
