package io.awaken.core.loop;

import io.awaken.core.commit.CallState;
import io.awaken.core.commit.CancelPending;
import io.awaken.core.commit.EventLog;
import io.awaken.core.commit.RunCommit;
import io.awaken.core.commit.RunOutcome;
import io.awaken.core.commit.StepCommit;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.RunEvents;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.run.Claim;
import io.awaken.core.run.Fence;
import io.awaken.core.run.Ids;
import io.awaken.core.run.TerminationReason;
import java.util.List;

/**
 * Writes what an activation brought, then publishes what waited for it. Stateless.
 *
 * <p>Every write goes through {@link RunCommit} with the activation's fence.
 */
final class StepWriter {

  private final RunCommit commits;
  private final EventLog log;
  private final Ids ids;

  StepWriter(RunCommit commits, EventLog log, Ids ids) {
    this.commits = commits;
    this.log = log;
    this.ids = ids;
  }

  /** Commits messages and calls together with the events so far. */
  void commit(
      Activation run, List<Message> messages, List<CallState> newCalls, List<CallState> changed) {
    var step = new StepCommit(ids.next(), messages, newCalls, changed, run.events.segment());
    run.advance(commits.commit(run.fence(), step));
    run.append(messages);
    run.answered(lastAnswer(messages, run.lastText()));
    run.events.committed();
  }

  /** Commits the events so far alone, when a long answer has gathered many. */
  void commitEvents(Activation run) {
    commit(run, List.of(), List.of(), List.of());
  }

  /**
   * Writes the ending.
   *
   * @throws CancelPending when a cancellation came first; the ending's event is taken back
   */
  void finish(
      Activation run, List<Message> messages, List<CallState> changed, TerminationReason why) {
    String response = lastAnswer(messages, run.lastText());
    var usage = run.usage();
    var outcome =
        new RunOutcome(why, response, run.step(), usage.inputTokens(), usage.outputTokens());
    finish(run.fence(), run.events, messages, changed, outcome);
  }

  /** Writes the ending of a run that never got to a step in this activation. */
  void finishUnopened(Claim claim, RunEvents events, TerminationReason why) {
    var past = claim.attempt() == 1 ? PastEvents.NONE : PastEvents.read(log, claim.runId());
    var usage = past.usage();
    var outcome =
        new RunOutcome(why, null, past.steps(), usage.inputTokens(), usage.outputTokens());
    finish(claim.fence(), events, List.of(), List.of(), outcome);
  }

  private void finish(
      Fence fence,
      RunEvents events,
      List<Message> messages,
      List<CallState> changed,
      RunOutcome outcome) {
    events.emit(
        new AgentEvent.RunFinish(
            fence.threadId().value(),
            fence.runId().value(),
            new AgentEvent.RunResult(outcome.finalOutput()),
            outcome.termination()));
    var last = new StepCommit(ids.next(), messages, List.of(), changed, events.segment());
    try {
      commits.finish(fence, last, outcome);
    } catch (CancelPending e) {
      events.withdrawLast();
      throw e;
    }
    events.committed();
    events.close(true);
  }

  private static String lastAnswer(List<Message> messages, String before) {
    String text = before;
    for (Message message : messages) {
      text = message.role() == Role.ASSISTANT ? message.text() : text;
    }
    return text;
  }
}
