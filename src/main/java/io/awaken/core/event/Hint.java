package io.awaken.core.event;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import java.util.List;

/**
 * What one node tells the others. A hint says where to look and never what is so: one that is lost,
 * late, doubled or wrong costs time or a query, since polling is the truth. Only what a run says
 * before its commit ({@link Tail}) is shown as it comes, to be set back by what the database says.
 * Switches over it have no default.
 */
public sealed interface Hint {

  /** A job may be due that the teller does not take. */
  record Work() implements Hint {}

  /**
   * A thread got a job.
   *
   * @param taken whether the teller begins it itself unless another run keeps the thread
   */
  record Queued(ThreadId thread, boolean taken) implements Hint {}

  /** The teller has readers of a whole thread; for a while it is to hear of its runs. */
  record Watching(ThreadId thread) implements Hint {}

  /** A run of a thread has begun or stopped to execute on the teller. */
  record Turned(ThreadId thread) implements Hint {}

  /** Something for a run was stored: a decision, a message, a request to stop. */
  record Stored(RunId run) implements Hint {}

  /**
   * The teller has readers of a run that it does not execute; for a while it is to hear of it.
   *
   * @param at how far one of them is
   */
  record Following(RunId run, Cursor at) implements Hint {}

  /**
   * How an activation of a run stands. Each holds all there is to know, so that any may be missing.
   *
   * @param epoch of its events
   * @param begun the last sequence number committed before it began: what older epochs said behind
   *     that is void, and what they said up to there counts only if the log has it, since others
   *     may have said something else meanwhile
   * @param committed the last sequence number committed now; the log has everything up to it
   * @param closed whether it is over
   * @param events what it said of late that may be published before its commit; in order and
   *     without a gap among them
   */
  record Tail(
      RunId run, long epoch, long begun, long committed, boolean closed, List<StreamEvent> events)
      implements Hint {

    public Tail {
      events = List.copyOf(events);
    }

    /** The same with other events. */
    public Tail with(List<StreamEvent> others) {
      return new Tail(run, epoch, begun, committed, closed, others);
    }
  }

  /** Hints were lost, nobody knows which: whoever waits for one looks. */
  record Missed() implements Hint {}
}
