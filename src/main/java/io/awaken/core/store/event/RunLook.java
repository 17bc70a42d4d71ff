package io.awaken.core.store.event;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.run.ThreadId;
import java.util.List;

/**
 * All that a reader who has come to a cursor has to know of a run, as of one moment.
 *
 * @param threadId the run's thread
 * @param tenant whose run it is
 * @param subject on whose behalf it works
 * @param rests whether nothing follows what is committed unless somebody does something: the run is
 *     done, or waits for a decision
 * @param threadEpoch the highest epoch that an event of the thread can carry
 * @param floor the last event that retention has deleted; {@link Cursor#START} when all are there
 * @param committed the last sequence number that was committed, deleted ones included
 * @param committedUnder the same under epochs up to that of the cursor
 * @param page segments with events behind the cursor, in order
 * @param more whether others follow the page
 */
public record RunLook(
    ThreadId threadId,
    String tenant,
    String subject,
    boolean rests,
    long threadEpoch,
    Cursor floor,
    long committed,
    long committedUnder,
    List<Segment> page,
    boolean more) {

  /** What became of the events up to a cursor that its reader may have got before their commit. */
  public enum Standing {
    /** They are committed. */
    COMMITTED,
    /** They never will be: the run went on without them. */
    LOST,
    /** Nobody knows yet: their activation may still commit them. */
    OPEN
  }

  public RunLook {
    page = List.copyOf(page);
  }

  /**
   * What was committed under epochs up to that of a cursor, deleted events included.
   *
   * @param kept the same of those that are there
   */
  public static long committedUnder(long kept, Cursor floor, Cursor behind) {
    return floor.epoch() <= behind.epoch() ? Math.max(kept, floor.sequence()) : kept;
  }

  /** Whether events behind a cursor were deleted. */
  public boolean expired(Cursor behind) {
    return behind.sequence() < floor.sequence()
        || behind.sequence() == floor.sequence() && behind.epoch() < floor.epoch();
  }

  /**
   * What became of the cursor that was asked about.
   *
   * @param over whether nobody is about to commit anything
   */
  public Standing standing(Cursor behind, boolean over) {
    if (committedUnder >= behind.sequence()) {
      return Standing.COMMITTED;
    }
    return over || committed > committedUnder ? Standing.LOST : Standing.OPEN;
  }

  /** Whether a reader that has come to the cursor has all there is, and nothing follows. */
  public boolean nothingFollows(Cursor behind) {
    return rests
        && behind.sequence() > 0
        && committed == behind.sequence()
        && committedUnder == behind.sequence();
  }
}
