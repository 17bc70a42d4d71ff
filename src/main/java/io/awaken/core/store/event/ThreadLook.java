package io.awaken.core.store.event;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.store.event.RunLook.Standing;
import java.util.List;
import java.util.function.Consumer;

/**
 * All that a reader of a whole thread has to know of it, as of one moment.
 *
 * @param origin whose thread it is, and since when
 * @param floor the place up to which retention has deleted commits; 0 when all are there
 * @param last the place of the last commit; the floor when there is none behind it
 * @param open the run that keeps the thread; null when no run does
 * @param within what is known of the position's run; {@link Within#NONE} without one
 * @param page commits behind the position, in order
 * @param more whether others follow the page
 */
public record ThreadLook(
    Origin origin,
    long floor,
    long last,
    OpenRun open,
    Within within,
    List<Placed> page,
    boolean more) {

  /**
   * Where a thread comes from. Of two looks at an id that differ in it the second is at another
   * thread: the first one was deleted, and somebody took its id.
   *
   * @param tenant whose thread it is
   * @param owner who made it
   * @param createdAt epoch milliseconds
   */
  public record Origin(String tenant, String owner, long createdAt) {}

  /**
   * The run that keeps the thread.
   *
   * @param subject on whose behalf it works
   * @param executing whether somebody works on it; else it waits
   * @param committed behind the last event that it has committed
   */
  public record OpenRun(RunId runId, String subject, boolean executing, Cursor committed) {}

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

  /**
   * One commit in its place.
   *
   * @param subject on whose behalf its run works
   */
  public record Placed(long place, RunId runId, String subject, Segment segment) {}

  /**
   * An event of one of the thread's runs.
   *
   * @param behind from here on comes what follows it
   */
  public record Told(RunId runId, StreamEvent event, ThreadPosition behind) {}

  public ThreadLook {
    page = List.copyOf(page);
  }

  /** Whether a caller may know of what a run of the thread says. */
  public boolean sees(Caller caller, String subject) {
    return caller.sees(origin.tenant(), subject);
  }

  /**
   * Takes a reader through the page, past runs that he must not know of.
   *
   * <p>Behind each event stands a position from which what follows comes once. Only where a commit
   * of another run was passed over, because the one that executes was read first, does a reader who
   * stops within that commit get its beginning again.
   *
   * @param from the position that was asked about
   * @param told gets each event
   * @return where the reader is then
   */
  public ThreadPosition pass(ThreadPosition from, Caller reader, Consumer<Told> told) {
    boolean open = standing(from) == Standing.OPEN;
    long passed = open ? Long.MAX_VALUE : within.place();
    ThreadPosition at = from;
    for (Placed placed : page) {
      at =
          sees(reader, placed.subject())
              ? pass(at, placed, passed, told)
              : end(at, placed, ahead(at, placed, passed));
    }
    if (more) {
      return at;
    }
    var all = ThreadPosition.at(last);
    return open ? all.within(at.run(), at.within()) : all;
  }

  /**
   * @param passed the place before which the reader has more of the position's run than of others
   */
  private static ThreadPosition pass(
      ThreadPosition from, Placed placed, long passed, Consumer<Told> told) {
    RunId run = placed.runId();
    boolean ahead = ahead(from, placed, passed);
    ThreadPosition end = end(from, placed, ahead);
    ThreadPosition at = from;
    for (StreamEvent event : placed.segment().eventsAfter(from.of(run).sequence())) {
      if (event.cursor().sequence() == placed.segment().lastSequence()) {
        at = end;
      } else if (!ahead) {
        at = ThreadPosition.at(placed.place() - 1).within(run, event.cursor());
      }
      told.accept(new Told(run, event, at));
    }
    return end;
  }

  private static boolean ahead(ThreadPosition from, Placed placed, long passed) {
    return from.run() != null && !placed.runId().equals(from.run()) && placed.place() < passed;
  }

  /** Behind a commit. */
  private static ThreadPosition end(ThreadPosition from, Placed placed, boolean ahead) {
    var whole = ThreadPosition.at(placed.place());
    return ahead ? whole.within(from.run(), from.within()) : whole;
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
    return new ThreadLook(origin, floor, last, open, has, List.of(), false);
  }

  /** Where somebody begins who wants what happens from now on; names no run that is hidden. */
  public ThreadPosition now(Caller reader) {
    var end = ThreadPosition.at(last);
    return open == null || !sees(reader, open.subject())
        ? end
        : end.within(open.runId(), open.committed());
  }
}
