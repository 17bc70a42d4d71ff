package io.awaken.core.event;

import io.awaken.core.run.RunId;
import java.util.Objects;

/**
 * How far a reader of a whole thread has come: it has all that was committed up to a place, and of
 * one run more than that. Places are numbers that rise in the order in which the thread's commits
 * happened, with gaps.
 *
 * @param place of the last commit that it has whole; 0 before the first
 * @param run the run of which it has more; null when there is none
 * @param within the last event that it has of that run; {@link Cursor#START} without one
 */
public record ThreadPosition(long place, RunId run, Cursor within) {

  /** Before the first event of the thread. */
  public static final ThreadPosition START = at(0);

  public ThreadPosition {
    Objects.requireNonNull(within, "a position without a run is within nothing");
  }

  /** Behind a commit. */
  public static ThreadPosition at(long place) {
    return new ThreadPosition(place, null, Cursor.START);
  }

  /** The same in the thread, and so far in a run. */
  public ThreadPosition within(RunId other, Cursor cursor) {
    return new ThreadPosition(place, other, cursor);
  }

  /** The last event that it is known to have of a run; the beginning when it is not known. */
  public Cursor of(RunId other) {
    return other.equals(run) ? within : Cursor.START;
  }
}
