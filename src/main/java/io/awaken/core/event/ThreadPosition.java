package io.awaken.core.event;

import io.awaken.core.run.RunId;
import java.util.Objects;

/**
 * How far a reader of a whole thread has come: it has every commit up to a place, and some later
 * events of one run. Places are numbers that rise in commit order of the thread, with gaps.
 *
 * @param place of the last commit that it has completely; 0 before the first
 * @param run the run of which it has later events; null for none
 * @param within the last event that it has of that run; {@link Cursor#START} without one
 */
public record ThreadPosition(long place, RunId run, Cursor within) {

  /** Before the first event of the thread. */
  public static final ThreadPosition START = at(0);

  public ThreadPosition {
    Objects.requireNonNull(within, "a position without a run is within nothing");
  }

  /** Directly after a commit. */
  public static ThreadPosition at(long place) {
    return new ThreadPosition(place, null, Cursor.START);
  }

  /** A copy with this position within a run. */
  public ThreadPosition within(RunId other, Cursor cursor) {
    return new ThreadPosition(place, other, cursor);
  }

  /** The last known event of a run; {@link Cursor#START} when unknown. */
  public Cursor of(RunId other) {
    return other.equals(run) ? within : Cursor.START;
  }
}
