package io.awaken.core.loop;

import io.awaken.core.commit.CallState;
import io.awaken.core.commit.CancelPending;
import io.awaken.core.commit.DecisionPending;
import io.awaken.core.commit.RunCommit;
import io.awaken.core.commit.RunOutcome;
import io.awaken.core.commit.StepCommit;
import io.awaken.core.commit.SuspensionChanges;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.RunEvents;
import io.awaken.core.event.Segment;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.RunSummary;
import io.awaken.core.run.Claim;
import io.awaken.core.run.Fence;
import io.awaken.core.run.Ids;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.state.StateChanges;
import java.util.List;
import java.util.function.Function;

/**
 * Writes what an activation brought, then publishes what waited for it. Stateless.
 *
 * <p>Every write goes through {@link RunCommit} with the activation's fence.
 */
final class StepWriter {

  /** A commit with the activation's fence; gives the next one. */
  @FunctionalInterface
  interface FencedWrite {
    Fence commit(Fence fence, StepCommit step);
  }

  private final RunCommit commits;
  private final Ids ids;
  private final int inlineMedia;

  /**
   * @param inlineMedia bytes that media may have to stay in its message
   */
  StepWriter(RunCommit commits, Ids ids, int inlineMedia) {
    this.commits = commits;
    this.ids = ids;
    this.inlineMedia = inlineMedia;
  }

  /** A result with references in the place of large media, which the next commit stores. */
  ToolResult separated(Activation run, ToolResult result) {
    return run.pending.separated(result, inlineMedia);
  }

  /** Commits these, and what changed of the state, together with the events so far. */
  void commit(Activation run, StepChanges changes) {
    commit(run, changes, commits::commit);
  }

  /** The same, written in another way. */
  void commit(Activation run, StepChanges changes, FencedWrite write) {
    StateChanges state = run.state().unsaved();
    List<Message> messages = run.pending.separated(changes.messages(), inlineMedia);
    if (ConversationSnapshot.needed(messages)) {
      run.events.emit(ConversationSnapshot.of(run, messages));
    }
    run.clientState.tell();
    StepCommit step = step(changes.with(messages), run.events.segment(), state);
    run.advance(write.commit(run.fence(), step.with(run.pending.media())));
    run.events.committed();
    run.state().saved(state);
    run.pending.clear();
    run.append(messages);
    run.answered(lastAnswer(messages, run.lastText()));
  }

  private StepCommit step(StepChanges changes, Segment segment, StateChanges state) {
    return new StepCommit(
        ids.next(),
        changes.messages(),
        changes.newCalls(),
        changes.changedCalls(),
        segment,
        state,
        changes.suspensions(),
        changes.consumed());
  }

  /**
   * Commits the same and lets the run wait; nothing of the activation follows.
   *
   * @throws CancelPending when a cancellation came first; the last event is taken back
   * @throws DecisionPending when a decision came first; the last event is taken back
   */
  void park(Activation run, StepChanges changes) {
    StateChanges state = run.state().unsaved();
    run.clientState.tell();
    run.events.emit(
        new AgentEvent.RunFinish(
            run.fence().threadId().value(),
            run.fence().runId().value(),
            null,
            new TerminationReason.Suspended()));
    List<Message> messages = run.pending.separated(changes.messages(), inlineMedia);
    StepCommit last = step(changes.with(messages), run.events.segment(), state);
    try {
      commits.park(run.fence(), last.with(run.pending.media()));
    } catch (CancelPending | DecisionPending e) {
      run.events.withdrawLast();
      throw e;
    }
    run.state().saved(state);
    run.pending.clear();
    run.events.committed();
    run.events.close(false);
  }

  /**
   * Commits the events so far, when a long answer has gathered many, with the state that the step
   * began with: what came before the step is not repeated after a crash. The state of the step
   * itself waits for the answer: the step is repeated, with what its hooks do to the state.
   */
  void commitEvents(Activation run) {
    StateChanges state = run.state().unsaved(run.beforeStep());
    run.advance(
        commits.commit(
            run.fence(),
            new StepCommit(
                ids.next(), List.of(), List.of(), List.of(), run.events.segment(), state)));
    run.events.committed();
    run.state().saved(state);
  }

  /**
   * Writes the ending.
   *
   * @return how it is stored
   * @throws CancelPending when a cancellation came first; the ending's event is taken back
   */
  RunSummary finish(
      Activation run, List<Message> messages, List<CallState> changed, TerminationReason why) {
    var questions = new SuspensionChanges(List.of(), List.of(), run.questions.unanswered());
    RunSummary summary = summary(run, messages, why);
    var outcome =
        new RunOutcome(
            why,
            summary.response(),
            summary.steps(),
            summary.inputTokens(),
            summary.outputTokens());
    StateChanges state = run.state().unsavedAtEnd();
    run.clientState.tell();
    List<Message> last = run.pending.separated(messages, inlineMedia);
    RunOutcome stored =
        finish(
            run.fence(),
            run.events,
            segment ->
                step(
                        new StepChanges(last, List.of(), changed, questions, List.of()),
                        segment,
                        state)
                    .with(run.pending.media()),
            outcome);
    run.state().saved(state);
    return new RunSummary(
        run.identity(),
        stored.termination(),
        stored.finalOutput(),
        stored.steps(),
        stored.inputTokens(),
        stored.outputTokens());
  }

  /** How a run went that ends with these messages. */
  RunSummary summary(Activation run, List<Message> messages, TerminationReason why) {
    var usage = run.usage();
    return new RunSummary(
        run.identity(),
        why,
        lastAnswer(messages, run.lastText()),
        run.step(),
        usage.inputTokens(),
        usage.outputTokens());
  }

  /**
   * Writes the ending of a run that never got to a step in this activation.
   *
   * @param past what earlier ones brought
   * @throws CancelPending when a cancellation came first; the ending's event is taken back
   */
  void finishUnopened(
      Claim claim,
      RunEvents events,
      PastEvents past,
      List<Message> messages,
      List<CallState> changed,
      SuspensionChanges questions,
      TerminationReason why) {
    var usage = past.usage();
    var outcome =
        new RunOutcome(why, null, past.steps(), usage.inputTokens(), usage.outputTokens());
    StateChanges state = !claim.begun() ? StateChanges.NONE : StateChanges.END_OF_RUN;
    finish(
        claim.fence(),
        events,
        segment ->
            step(
                new StepChanges(messages, List.of(), changed, questions, List.of()),
                segment,
                state),
        outcome);
  }

  /**
   * @return the outcome as plugins left it in its event
   */
  private RunOutcome finish(
      Fence fence, RunEvents events, Function<Segment, StepCommit> last, RunOutcome outcome) {
    AgentEvent said =
        events.emit(
            new AgentEvent.RunFinish(
                fence.threadId().value(),
                fence.runId().value(),
                new AgentEvent.RunResult(outcome.finalOutput()),
                outcome.termination()));
    RunOutcome stored = said instanceof AgentEvent.RunFinish end ? outcome.as(end) : outcome;
    try {
      commits.finish(fence, last.apply(events.segment()), stored);
    } catch (CancelPending e) {
      events.withdrawLast();
      throw e;
    }
    events.committed();
    events.close(true);
    return stored;
  }

  private static String lastAnswer(List<Message> messages, String before) {
    String text = before;
    for (Message message : messages) {
      text = message.role() == Role.ASSISTANT ? message.text() : text;
    }
    return text;
  }
}
