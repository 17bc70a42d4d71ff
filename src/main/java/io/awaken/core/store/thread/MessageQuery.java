package io.awaken.core.store.thread;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;

/**
 * A filter and a page of a thread's messages.
 *
 * @param threadId the thread
 * @param filter which messages match
 * @param newestFirst the order; otherwise oldest first
 * @param behind the page starts after this sequence number, in its order; null for the beginning
 * @param skip number of messages to skip first, 0 or more
 * @param limit maximum number of messages
 * @param bytes maximum stored bytes of the messages, unless the page has only one
 */
public record MessageQuery(
    ThreadId threadId,
    Filter filter,
    boolean newestFirst,
    Long behind,
    int skip,
    int limit,
    long bytes) {

  /** Default maximum bytes of a page: 1 MiB. */
  public static final long PAGE_BYTES = 1 << 20;

  /** A page with the default maximum bytes. */
  public MessageQuery(
      ThreadId threadId, Filter filter, boolean newestFirst, Long behind, int skip, int limit) {
    this(threadId, filter, newestFirst, behind, skip, limit, PAGE_BYTES);
  }

  /** The first current messages of a thread, internal ones included. */
  public static MessageQuery of(ThreadId threadId, int limit) {
    return new MessageQuery(threadId, Filter.ALL, false, null, 0, limit);
  }

  /** The lowest sequence number of the page; sequence numbers count from 1. */
  public long first() {
    return behind == null || newestFirst
        ? filter.after() + 1
        : Math.max(filter.after(), behind) + 1;
  }

  /** The highest sequence number of the page. */
  public long last() {
    return behind == null || !newestFirst
        ? filter.before() - 1
        : Math.min(filter.before(), behind) - 1;
  }

  /**
   * Which messages match; the total of a page counts all of them.
   *
   * @param shown by audience
   * @param runId the run that added them, as input or output; null for all
   * @param after only those with a higher sequence number; 0 for all
   * @param before only those with a lower sequence number; {@link Long#MAX_VALUE} for all
   * @param superseded whether to include superseded messages
   */
  public record Filter(Shown shown, RunId runId, long after, long before, boolean superseded) {

    public static final Filter ALL = new Filter(Shown.ALL, null, 0, Long.MAX_VALUE);

    /** Without superseded messages. */
    public Filter(Shown shown, RunId runId, long after, long before) {
      this(shown, runId, after, before, false);
    }

    /** Includes superseded messages. */
    public Filter withSuperseded() {
      return new Filter(shown, runId, after, before, true);
    }
  }

  /** The audience of messages (features row 168). */
  public enum Shown {
    /** For people and for the model. */
    EXTERNAL,
    /** For the model only. */
    INTERNAL,
    ALL;

    /**
     * @param internal whether a message is for the model only
     */
    public boolean shows(boolean internal) {
      return this == ALL || internal == (this == INTERNAL);
    }
  }
}
