package io.awaken.core.store.thread;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;

/**
 * Which messages of a thread, and which page of them.
 *
 * @param threadId the thread
 * @param filter what they must be
 * @param newestFirst the order; oldest first otherwise
 * @param behind the page begins behind this sequence number, in its order; null for the beginning
 * @param skip messages that are passed over first, 0 or more
 * @param limit messages at the most
 * @param bytes of the messages as they are stored, at the most, if there is more than one
 */
public record MessageQuery(
    ThreadId threadId,
    Filter filter,
    boolean newestFirst,
    Long behind,
    int skip,
    int limit,
    long bytes) {

  /** Bytes of a page unless told: 1 MiB. */
  public static final long PAGE_BYTES = 1 << 20;

  /** A page with as many bytes as usual. */
  public MessageQuery(
      ThreadId threadId, Filter filter, boolean newestFirst, Long behind, int skip, int limit) {
    this(threadId, filter, newestFirst, behind, skip, limit, PAGE_BYTES);
  }

  /** The first current messages of a thread, those for the model only among them. */
  public static MessageQuery of(ThreadId threadId, int limit) {
    return new MessageQuery(threadId, Filter.ALL, false, null, 0, limit);
  }

  /** The lowest sequence number that the page may have; they count from 1. */
  public long first() {
    return behind == null || newestFirst
        ? filter.after() + 1
        : Math.max(filter.after(), behind) + 1;
  }

  /** The highest sequence number that the page may have. */
  public long last() {
    return behind == null || !newestFirst
        ? filter.before() - 1
        : Math.min(filter.before(), behind) - 1;
  }

  /**
   * What messages must be; the total of a page counts all of these.
   *
   * @param shown for whom they are
   * @param runId the run that they came with, its input among them; null for all
   * @param after only those with a higher sequence number; 0 for all
   * @param before only those with a lower sequence number; {@link Long#MAX_VALUE} for all
   * @param superseded whether superseded messages are among them
   */
  public record Filter(Shown shown, RunId runId, long after, long before, boolean superseded) {

    /** Every current message. */
    public static final Filter ALL = new Filter(Shown.ALL, null, 0, Long.MAX_VALUE);

    /** Current messages only. */
    public Filter(Shown shown, RunId runId, long after, long before) {
      this(shown, runId, after, before, false);
    }

    /** The same with superseded messages among them. */
    public Filter withSuperseded() {
      return new Filter(shown, runId, after, before, true);
    }
  }

  /** For whom messages are (features row 168). */
  public enum Shown {
    /** For people and for the model. */
    EXTERNAL,
    /** For the model only. */
    INTERNAL,
    /** All of them. */
    ALL;

    /**
     * @param internal whether a message is for the model only
     */
    public boolean shows(boolean internal) {
      return this == ALL || internal == (this == INTERNAL);
    }
  }
}
