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
 * The last events of a run that ends without its owner: by cancellation while no node executes it,
 * or by the dead letter. Written in the transaction that ends the run.
 */
public record OwnerlessEnding(ThreadId threadId, RunId runId, TerminationReason termination) {

  /** The reason when all attempts are used up. */
  public static TerminationReason attemptsUsedUp(int attempts) {
    return new TerminationReason.Error("gave up after " + attempts + " attempts");
  }

  /** The reason when every attempt would fail; the details are stored for operators. */
  public static TerminationReason notExecutable() {
    return new TerminationReason.Error("the run cannot be executed");
  }

  /** The error code of a run that used up its time. */
  public static final String OVERDUE = "run_time_exceeded";

  /** The reason when a run used up its time. */
  public static TerminationReason.Error timeUsedUp() {
    return new TerminationReason.Error(OVERDUE + ": the run used up its time");
  }

  /** The reason when the input does not fit into the thread. */
  public static TerminationReason.Error threadFull(ThreadLimits limits) {
    return new TerminationReason.Error(ThreadLimits.CODE + ": " + limits.description());
  }

  /** Returns result messages for begun calls without a result. */
  public List<Message> results(List<BegunCall> begun, String agentId) {
    return begun.stream().map(call -> call.message(runId, agentId)).toList();
  }

  /**
   * Builds the terminal segment. A run without events first gets {@code run_start}, since readers
   * rely on it as the first event. An unfinished step gets an end.
   *
   * @param last the last committed sequence number of the run, 0 if none; its epoch must be above
   *     that of the run's last owner, who may have published uncommitted events under the same
   *     sequence numbers
   * @param start the run's first event; unused when the run has committed events
   * @param at epoch milliseconds
   * @param begun calls that get their results from this ending
   * @param stepOpen whether the last step is unfinished
   */
  public Segment segment(
      Cursor last,
      Supplier<AgentEvent.RunStart> start,
      long at,
      List<BegunCall> begun,
      boolean stepOpen) {
    var agentEvents = new ArrayList<AgentEvent>();
    if (last.sequence() == 0) {
      agentEvents.add(start.get());
    }
    begun.forEach(call -> agentEvents.add(call.event(runId)));
    if (stepOpen) {
      agentEvents.add(new AgentEvent.StepEnd());
    }
    agentEvents.add(new AgentEvent.RunFinish(threadId.value(), runId.value(), null, termination));
    var events = new ArrayList<StreamEvent>(agentEvents.size());
    for (AgentEvent event : agentEvents) {
      var cursor = new Cursor(last.epoch(), last.sequence() + events.size() + 1);
      events.add(new StreamEvent(cursor, Instant.ofEpochMilli(at), event));
    }
    return Segment.join(events);
  }
}
