package io.awaken.core.store.event;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import java.util.List;

/**
 * The state of a run as seen from a reader's cursor, in one consistent read.
 *
 * @param threadId the run's thread
 * @param thread who may use its thread
 * @param subject the subject the run acts for
 * @param settled whether the run is finished or waits for a decision, so that no events follow
 *     without an external action
 * @param threadEpoch the highest epoch that an event of the thread can carry
 * @param floor the last event that retention deleted; {@link Cursor#START} when none was
 * @param committed the last committed sequence number, deleted events included
 * @param committedUnder the last sequence number committed up to the cursor's epoch
 * @param page segments with events after the cursor, in order
 * @param more whether segments follow the page
 */
public record RunLogView(
    ThreadId threadId,
    ThreadAccess thread,
    String subject,
    boolean settled,
    long threadEpoch,
    Cursor floor,
    long committed,
    long committedUnder,
    List<Segment> page,
    boolean more) {

  /**
   * Whether the events up to a cursor, which its reader may have received before their commit, were
   * committed.
   */
  public enum Standing {
    COMMITTED,
    /** They will never be committed: the run continued without them. */
    LOST,
    /** Undecided: their activation may still commit them. */
    OPEN
  }

  /** A deleted run: no events follow. */
  public static final RunLogView DELETED =
      new RunLogView(
          new ThreadId("", "gone"),
          new ThreadAccess("", "", Sharing.OWNER),
          "",
          true,
          0,
          Cursor.START,
          0,
          Long.MAX_VALUE,
          List.of(),
          false);

  public RunLogView {
    page = List.copyOf(page);
  }

  /**
   * Returns the last sequence number committed up to the cursor's epoch, deleted events included.
   *
   * @param kept the last retained one
   */
  public static long committedUnder(long kept, Cursor floor, Cursor behind) {
    return floor.epoch() <= behind.epoch() ? Math.max(kept, floor.sequence()) : kept;
  }

  /** Returns whether a caller may read the run's events. */
  public boolean readableBy(Caller reader) {
    return thread.allows(reader, ThreadAction.READ) && reader.sees(thread.tenant(), subject);
  }

  /** Returns whether retention deleted events after a cursor. */
  public boolean expired(Cursor behind) {
    return behind.sequence() < floor.sequence()
        || behind.sequence() == floor.sequence() && behind.epoch() < floor.epoch();
  }

  /**
   * Returns the standing of the cursor that was queried.
   *
   * @param over whether no owner can commit any more
   */
  public Standing standing(Cursor behind, boolean over) {
    if (committedUnder >= behind.sequence()) {
      return Standing.COMMITTED;
    }
    return over || committed > committedUnder ? Standing.LOST : Standing.OPEN;
  }

  /** Returns whether a reader at the cursor has every event and none will follow. */
  public boolean nothingFollows(Cursor behind) {
    return settled
        && behind.sequence() > 0
        && committed == behind.sequence()
        && committedUnder == behind.sequence();
  }
}
