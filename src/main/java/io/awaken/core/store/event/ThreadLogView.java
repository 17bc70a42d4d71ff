package io.awaken.core.store.event;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.store.event.RunLogView.Standing;
import java.util.List;
import java.util.function.Consumer;

/**
 * The state of a thread as seen from a reader's position, in one consistent read.
 *
 * @param origin who may use the thread, and its creation time
 * @param floor the position up to which retention deleted commits; 0 when it deleted none
 * @param last the position of the last commit; the floor when none follows it
 * @param open the thread's open run; null without one
 * @param within progress of the position's run; {@link Within#NONE} without one
 * @param page commits after the position, in order
 * @param more whether commits follow the page
 */
public record ThreadLogView(
    Origin origin,
    long floor,
    long last,
    OpenRun open,
    Within within,
    List<Placed> page,
    boolean more) {

  /**
   * Identifies one life of a thread id. If two reads of an id return different origins, the first
   * thread was deleted and the id was reused, or it is shared with others now: readers end, and are
   * checked again when they reconnect.
   *
   * @param access who may use the thread
   * @param createdAt epoch milliseconds
   */
  public record Origin(ThreadAccess access, long createdAt) {}

  /**
   * The thread's open run.
   *
   * @param subject the subject the run acts for
   * @param executing whether a node executes it; otherwise it waits
   * @param committed the cursor after its last committed event
   */
  public record OpenRun(RunId runId, String subject, boolean executing, Cursor committed) {}

  /**
   * Progress of the run whose events a position includes beyond its place.
   *
   * @param committed the last committed sequence number
   * @param committedUnder the last sequence number committed up to the position's epoch
   * @param place place of the last commit whose events the position includes; 0 for none
   */
  public record Within(long committed, long committedUnder, long place) {
    public static final Within NONE = new Within(0, 0, 0);
  }

  /**
   * A commit with its place in the thread.
   *
   * @param subject the subject its run acts for
   */
  public record Placed(long place, RunId runId, String subject, Segment segment) {}

  /**
   * An event of one of the thread's runs.
   *
   * @param behind the position after this event
   */
  public record PositionedEvent(RunId runId, StreamEvent event, ThreadPosition behind) {}

  public ThreadLogView {
    page = List.copyOf(page);
  }

  /** Returns whether a caller may read the output of a run of the thread. */
  public boolean sees(Caller caller, String subject) {
    return caller.sees(origin.access().tenant(), subject);
  }

  /**
   * Passes the page's events to a reader and skips runs that are hidden from the reader.
   *
   * <p>Each event carries the position from which the following events arrive exactly once. One
   * exception: when a commit of another run was skipped because the executing run was read first, a
   * reader that stops within that commit receives its beginning again.
   *
   * @param from the position that was queried
   * @param receiver receives each event
   * @return the reader's new position
   */
  public ThreadPosition pass(
      ThreadPosition from, Caller reader, Consumer<PositionedEvent> receiver) {
    boolean open = standing(from) == Standing.OPEN;
    long passed = open ? Long.MAX_VALUE : within.place();
    ThreadPosition at = from;
    for (Placed placed : page) {
      at =
          sees(reader, placed.subject())
              ? pass(at, placed, passed, receiver)
              : end(at, placed, ahead(at, placed, passed));
    }
    if (more) {
      return at;
    }
    var all = ThreadPosition.at(last);
    return open ? all.within(at.run(), at.within()) : all;
  }

  /**
   * @param passed the place before which the reader has read only the position's run
   */
  private static ThreadPosition pass(
      ThreadPosition from, Placed placed, long passed, Consumer<PositionedEvent> receiver) {
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
      receiver.accept(new PositionedEvent(run, event, at));
    }
    return end;
  }

  private static boolean ahead(ThreadPosition from, Placed placed, long passed) {
    return from.run() != null && !placed.runId().equals(from.run()) && placed.place() < passed;
  }

  /** Returns the position after a commit. */
  private static ThreadPosition end(ThreadPosition from, Placed placed, boolean ahead) {
    var whole = ThreadPosition.at(placed.place());
    return ahead ? whole.within(from.run(), from.within()) : whole;
  }

  /** Returns whether retention deleted commits after a position. */
  public boolean expired(ThreadPosition behind) {
    return behind.place() < floor;
  }

  /** Returns whether the events of the position's run that its reader received were committed. */
  public Standing standing(ThreadPosition behind) {
    if (behind.run() == null || within.committedUnder() >= behind.within().sequence()) {
      return Standing.COMMITTED;
    }
    boolean works = open != null && open.executing() && open.runId().equals(behind.run());
    return works && within.committed() == within.committedUnder() ? Standing.OPEN : Standing.LOST;
  }

  /** Returns this state for a reader that starts now and needs no earlier commits. */
  public ThreadLogView fromNow() {
    long committed = open == null ? 0 : open.committed().sequence();
    var has = new Within(committed, committed, last);
    return new ThreadLogView(origin, floor, last, open, has, List.of(), false);
  }

  /** Returns the position of a reader that starts now; it names no hidden run. */
  public ThreadPosition now(Caller reader) {
    var end = ThreadPosition.at(last);
    return open == null || !sees(reader, open.subject())
        ? end
        : end.within(open.runId(), open.committed());
  }
}
