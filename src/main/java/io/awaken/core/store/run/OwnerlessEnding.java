package io.awaken.core.store.run;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.message.Message;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.ThreadLimits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The last events of a run that somebody else than its owner ends: a cancellation of a run that
 * nobody executes, or the dead letter. Written in the transaction that ends the run.
 *
 * @param threadId the run's thread
 * @param runId the run that ends
 * @param termination why it ends
 */
public record OwnerlessEnding(ThreadId threadId, RunId runId, TerminationReason termination) {

  /** The reason of a run whose attempts are used up. */
  public static TerminationReason attemptsUsedUp(int attempts) {
    return new TerminationReason.Error("gave up after " + attempts + " attempts");
  }

  /** The reason of a run that would fail however often it is tried; operators find more. */
  public static TerminationReason notExecutable() {
    return new TerminationReason.Error("the run cannot be executed");
  }

  /** What a run is told whose time is used up; for machines, also what a client reads first. */
  public static final String OVERDUE = "run_time_exceeded";

  /** The reason of a run that took longer than it may. */
  public static TerminationReason.Error timeUsedUp() {
    return new TerminationReason.Error(OVERDUE + ": the run took all the time that it may");
  }

  /** The reason of a run whose input has no room in its thread. */
  public static TerminationReason.Error threadFull(ThreadLimits limits) {
    return new TerminationReason.Error(ThreadLimits.CODE + ": " + limits.told());
  }

  /** What the thread says of calls that were begun and have no result. */
  public List<Message> results(List<BegunCall> begun, String agentId) {
    return begun.stream().map(call -> call.message(runId, agentId)).toList();
  }

  /**
   * The terminal segment. A run that never said anything says first that it began, since readers
   * rely on {@code run_start} being the first event. A step without an end gets one.
   *
   * @param last the last committed sequence number of the run, 0 if none; its epoch must be above
   *     that of the run's last owner, if it had one, who may have shown events that no commit holds
   *     under the same sequence numbers
   * @param start the run's first event; not used when something of the run is committed
   * @param at epoch milliseconds
   * @param begun calls that get their results by this end
   * @param stepOpen whether the last step has no end
   */
  public Segment segment(
      Cursor last,
      Supplier<AgentEvent.RunStart> start,
      long at,
      List<BegunCall> begun,
      boolean stepOpen) {
    var said = new ArrayList<AgentEvent>();
    if (last.sequence() == 0) {
      said.add(start.get());
    }
    begun.forEach(call -> said.add(call.event(runId)));
    if (stepOpen) {
      said.add(new AgentEvent.StepEnd());
    }
    said.add(new AgentEvent.RunFinish(threadId.value(), runId.value(), null, termination));
    var events = new ArrayList<StreamEvent>(said.size());
    for (AgentEvent event : said) {
      var cursor = new Cursor(last.epoch(), last.sequence() + events.size() + 1);
      events.add(new StreamEvent(cursor, Instant.ofEpochMilli(at), event));
    }
    return Segment.join(events);
  }
}
