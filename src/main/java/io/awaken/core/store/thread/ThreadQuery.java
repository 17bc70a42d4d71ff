package io.awaken.core.store.thread;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;

/**
 * A filter and a page of threads; newest first.
 *
 * @param filter which threads match
 * @param after the page starts after this thread; null for the beginning
 * @param skip number of threads to skip first, 0 or more
 * @param limit maximum number of threads
 */
public record ThreadQuery(Filter filter, After after, int skip, int limit) {

  /**
   * Which threads match; the total of a page counts all of them.
   *
   * @param tenant their tenant
   * @param owner the subject that created them, or null for any; only this subject's runs are shown
   * @param resourceId id of an external resource that they belong to, or null for any
   * @param parentThreadId their parent thread, or null for any
   * @param root only threads without a parent
   * @param reader only threads that this caller may read; null for all
   */
  public record Filter(
      String tenant,
      String owner,
      String resourceId,
      ThreadId parentThreadId,
      boolean root,
      Caller reader) {

    /** Threads of every owner, whoever may read them. */
    public Filter(
        String tenant, String owner, String resourceId, ThreadId parentThreadId, boolean root) {
      this(tenant, owner, resourceId, parentThreadId, root, null);
    }
  }

  /** The place of a thread in the list. */
  public record After(long createdAt, ThreadId threadId) {}
}
