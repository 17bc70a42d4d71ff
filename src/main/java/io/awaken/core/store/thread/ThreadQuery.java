package io.awaken.core.store.thread;

import io.awaken.core.run.ThreadId;

/**
 * Which threads, and which page of them; the newest come first.
 *
 * @param filter what they must be
 * @param after the page begins behind this thread, or null for the beginning
 * @param skip threads that are passed over first, 0 or more
 * @param limit threads at the most
 */
public record ThreadQuery(Filter filter, After after, int skip, int limit) {

  /**
   * What threads must be; the total of a page counts all of these.
   *
   * @param tenant the tenant that owns them
   * @param owner the subject that created them, or null for anybody; of their runs, too, only this
   *     subject's are told
   * @param resourceId what they belong to outside, or null
   * @param parentThreadId the thread they come from, or null
   * @param root only threads that come from no other
   */
  public record Filter(
      String tenant, String owner, String resourceId, ThreadId parentThreadId, boolean root) {}

  /** The place of a thread in the list. */
  public record After(long createdAt, ThreadId threadId) {}
}
