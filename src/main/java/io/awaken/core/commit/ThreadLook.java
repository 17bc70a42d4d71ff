package io.awaken.core.commit;

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
 * @param page commits behind the position, in order
 * @param more whether others follow the page
 */
public record ThreadLook(
    String tenant,
    String owner,
    long floor,
    long last,
    OpenRun open,
    List<Placed> page,
    boolean more) {

  /**
   * The run that keeps the thread.
   *
   * @param executing whether somebody works on it; else it waits
   * @param committed behind the last event that it has committed
   */
  public record OpenRun(RunId runId, boolean executing, Cursor committed) {}

  /** One commit in its place. */
  public record Placed(long place, RunId runId, Segment segment) {}

  public ThreadLook {
    page = List.copyOf(page);
  }

  /** Whether commits behind a position were deleted. */
  public boolean expired(ThreadPosition behind) {
    return behind.place() < floor;
  }

  /** Where somebody begins who wants what happens from now on. */
  public ThreadPosition now() {
    var end = ThreadPosition.at(last);
    return open == null ? end : end.within(open.runId(), open.committed());
  }
}
