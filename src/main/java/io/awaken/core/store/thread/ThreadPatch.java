package io.awaken.core.store.thread;

import io.awaken.core.run.ThreadId;
import java.util.Map;

/**
 * What changes about a thread. Each part is kept as it is unless something is said about it.
 *
 * @param title shown in lists
 * @param resourceId what the thread belongs to outside
 * @param parentThreadId lineage
 * @param custom free metadata, replaced as a whole
 */
public record ThreadPatch(
    Change<String> title,
    Change<String> resourceId,
    Change<ThreadId> parentThreadId,
    Change<Map<String, Object>> custom) {

  /** Whether nothing is said about anything. */
  public boolean isEmpty() {
    return !(title.said() || resourceId.said() || parentThreadId.said() || custom.said());
  }

  /**
   * What is said about one part.
   *
   * @param said false to keep the part as it is
   * @param value the new value; null to clear it
   */
  public record Change<T>(boolean said, T value) {

    public static <T> Change<T> keep() {
      return new Change<>(false, null);
    }

    /**
     * @param value null to clear the part
     */
    public static <T> Change<T> to(T value) {
      return new Change<>(true, value);
    }

    /** What the part is then. */
    public T over(T before) {
      return said ? value : before;
    }
  }
}
