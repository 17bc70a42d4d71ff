package io.awaken.core.commit;

import io.awaken.core.commit.RunLook.Standing;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.RunId;
import java.util.List;

/**
 * All that a reader of a whole thread has to know of it, as of one moment.
 *
 * @param tenant whose thread it is
 * @param owner who made it
 * @param floor the place up to which retention has deleted commits; 0 when all are there
 * @param last the place of the last commit; the floor when there is none behind it
 * @param open the run that keeps the thread; null when no run does
 * @param within what is known of the position's run; {@link Within#NONE} without one
 * @param page commits behind the position, in order
 * @param more whether others follow the page
 */
public record ThreadLook(
    String tenant,
    String owner,
    long floor,
    long last,
    OpenRun open,
    Within within,
    List<Placed> page,
    boolean more) {

  /**
   * The run that keeps the thread.
   *
   * @param executing whether somebody works on it; else it waits
   * @param committed behind the last event that it has committed
   */
  public record OpenRun(RunId runId, boolean executing, Cursor committed) {}

  /**
   * The run of which a position has more than its place says.
   *
   * @param committed the last sequence number that was committed
   * @param committedUnder the same under epochs up to that of the position
   * @param place of the last commit of which the position has events; 0 for none
   */
  public record Within(long committed, long committedUnder, long place) {
    public static final Within NONE = new Within(0, 0, 0);
  }

  /** One commit in its place. */
  public record Placed(long place, RunId runId, Segment segment) {}

  public ThreadLook {
    page = List.copyOf(page);
  }

  /** Whether commits behind a position were deleted. */
  public boolean expired(ThreadPosition behind) {
    return behind.place() < floor;
  }

  /** What became of the events of the position's run that its reader has. */
  public Standing standing(ThreadPosition behind) {
    if (behind.run() == null || within.committedUnder() >= behind.within().sequence()) {
      return Standing.COMMITTED;
    }
    boolean works = open != null && open.executing() && open.runId().equals(behind.run());
    return works && within.committed() == within.committedUnder() ? Standing.OPEN : Standing.LOST;
  }

  /** The same for somebody who begins now and has nothing to make up for. */
  public ThreadLook fromNow() {
    long committed = open == null ? 0 : open.committed().sequence();
    var has = new Within(committed, committed, last);
    return new ThreadLook(tenant, owner, floor, last, open, has, List.of(), false);
  }

  /** Where somebody begins who wants what happens from now on. */
  public ThreadPosition now() {
    var end = ThreadPosition.at(last);
    return open == null ? end : end.within(open.runId(), open.committed());
  }
}
