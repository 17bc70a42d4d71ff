package io.awaken.core.event;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import java.util.List;

/**
 * A message from one node to all others. A hint names what changed and never its value: a lost,
 * late, duplicate or wrong hint costs time or a query, since readers poll the database. Only
 * uncommitted events of a run ({@link Tail}) are shown as they come, and are replaced by what the
 * database has. Switches over it have no default.
 */
public sealed interface Hint {

  /** A job may be due that the sender does not claim. */
  record Work() implements Hint {}

  /**
   * A thread got a job.
   *
   * @param taken whether the sender starts it itself unless another run occupies the thread
   */
  record Queued(ThreadId thread, boolean taken) implements Hint {}

  /** The sender has readers of a whole thread and needs the hints of its runs for a while. */
  record Watching(ThreadId thread) implements Hint {}

  /** A run of a thread has started or stopped executing on the sender. */
  record Turned(ThreadId thread) implements Hint {}

  /** Something for a run was stored: a decision, a message, a request to stop. */
  record Stored(RunId run) implements Hint {}

  /**
   * The sender has readers of a run that it does not execute and needs its tail for a while.
   *
   * @param at the position of one of these readers
   */
  record Following(RunId run, Cursor at) implements Hint {}

  /**
   * The state of an activation of a run. Each tail is complete, so that any may be lost.
   *
   * @param epoch of its events
   * @param begun the last sequence number committed before it began: later events of older epochs
   *     are void, and earlier ones count only if the log has them, since another activation may
   *     have published different ones
   * @param committed the last sequence number committed now; the log has everything up to it
   * @param closed whether the activation is over
   * @param events its recent events that may be published before their commit; in order and without
   *     gaps
   */
  record Tail(
      RunId run, long epoch, long begun, long committed, boolean closed, List<StreamEvent> events)
      implements Hint {

    public Tail {
      events = List.copyOf(events);
    }

    /** A copy with these events. */
    public Tail with(List<StreamEvent> others) {
      return new Tail(run, epoch, begun, committed, closed, others);
    }
  }

  /** Unknown hints were lost: all waiting readers poll. */
  record Missed() implements Hint {}
}
