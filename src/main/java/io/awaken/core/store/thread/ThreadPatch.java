package io.awaken.core.store.thread;

import io.awaken.core.run.ThreadId;
import java.util.Map;

/**
 * A partial update of a thread; unset parts stay unchanged.
 *
 * @param title shown in lists
 * @param resourceId id of an external resource that the thread belongs to
 * @param parentThreadId lineage
 * @param custom free metadata, replaced as a whole
 */
public record ThreadPatch(
    Change<String> title,
    Change<String> resourceId,
    Change<ThreadId> parentThreadId,
    Change<Map<String, Object>> custom) {

  /** Returns whether no part is set. */
  public boolean isEmpty() {
    return !(title.present()
        || resourceId.present()
        || parentThreadId.present()
        || custom.present());
  }

  /**
   * The update of one part.
   *
   * @param present false to leave the part unchanged
   * @param value the new value; null to clear it
   */
  public record Change<T>(boolean present, T value) {

    public static <T> Change<T> keep() {
      return new Change<>(false, null);
    }

    /**
     * @param value null to clear the part
     */
    public static <T> Change<T> to(T value) {
      return new Change<>(true, value);
    }

    /** Returns the part's new value. */
    public T over(T before) {
      return present ? value : before;
    }
  }
}
