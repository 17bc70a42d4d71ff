package io.awaken.core.loop.activation;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.WorkingAgent;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.RunEffects.EffectDelivery;
import io.awaken.core.message.MediaContent;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolResult;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.observe.RunObserver.Write;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.context.RunSummary;
import io.awaken.core.run.Fence;
import io.awaken.core.run.Ids;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.state.MutationBatch;
import io.awaken.core.state.Snapshot;
import io.awaken.core.state.StateChanges;
import io.awaken.core.store.outbox.OutboxChanges;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunCommit.CancelPending;
import io.awaken.core.store.run.RunCommit.DecisionPending;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.suspension.SuspensionChanges;
import io.awaken.core.webhook.Notices;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Commits an activation's changes, then publishes the events and delivers the effects. Stateless.
 *
 * <p>Every write goes through {@link RunCommit} with the activation's fence.
 */
public final class StepWriter {

  /** A commit with the activation's fence; returns the next fence. */
  @FunctionalInterface
  public interface FencedWrite {
    Fence commit(Fence fence, StepCommit step);
  }

  private final RunCommit commits;
  private final FencedWrite plain;
  private final Ids ids;
  private final int inlineMedia;
  private final EffectDelivery effects;
  private final QueueHints queue;
  private final RunObserver observer;
  private final Notices notices;

  /**
   * @param inlineMedia largest media in bytes that remains in its message
   * @param effects delivers committed effects
   * @param queue is told of committed runs of delegates, and of their ends
   * @param observer observes the writes
   * @param notices decides which webhooks are told of what is written
   */
  public StepWriter(
      RunCommit commits,
      Ids ids,
      int inlineMedia,
      EffectDelivery effects,
      QueueHints queue,
      RunObserver observer,
      Notices notices) {
    this.observer = observer;
    this.notices = notices;
    this.commits = commits;
    this.plain = commits::commit;
    this.ids = ids;
    this.inlineMedia = inlineMedia;
    this.effects = effects;
    this.queue = queue;
  }

  /** Replaces large media of a result with references; the next commit stores the media. */
  public ToolResult separated(Activation run, ToolResult result) {
    return run.pending().separated(result, inlineMedia);
  }

  /** Commits these changes, the state changes and the events so far. */
  public void commit(Activation run, StepChanges changes) {
    commit(run, changes, plain);
  }

  /** Commits through another write. */
  public void commit(Activation run, StepChanges changes, FencedWrite write) {
    StateChanges state = run.state().unsaved();
    List<Message> messages = run.pending().separated(changes.messages(), inlineMedia);
    if (ConversationSnapshot.needed(messages)) {
      run.events().emitWithCommit(ConversationSnapshot.of(run, messages));
    }
    run.clientState().publish();
    Snapshot stored = run.state().snapshot();
    String id = ids.next();
    RunEffects.Outgoing held = run.effects().outgoing(id);
    Notices.Asked asked = notices.asked(id, changes.suspensions());
    StepCommit step =
        step(
            id,
            run,
            changes.with(messages).with(asked.suspensions()),
            state,
            held.changes().and(asked.entries()));
    advance(run, step, write);
    notices.committed(asked.entries());
    run.state().saved(state);
    run.pending().clear();
    run.append(messages);
    run.answered(lastAnswer(messages, run.lastText()));
    effects.deliver(run, held, stored);
  }

  private void advance(Activation run, StepCommit step, FencedWrite commit) {
    write(run, Write.COMMIT, step, commit, null);
    run.events().committed();
  }

  /** Failed writes are observed, too. */
  private void write(
      Activation run, Write kind, StepCommit step, FencedWrite commit, RunOutcome outcome) {
    long since = observer.now();
    boolean stored = false;
    boolean told = false;
    try {
      switch (kind) {
        case COMMIT -> run.advance(commit.commit(run.fence(), step));
        case PARK -> told = commits.park(run.fence(), step);
        case FINISH -> told = commits.finish(run.fence(), step, outcome);
      }
      stored = true;
    } finally {
      observer.committed(run.identity(), kind, stored, since);
    }
    if (told) {
      notices.due();
    }
    step.children().forEach(child -> queue.queued(child.threadId()));
    if (outcome != null && outcome.parent() != null) {
      queue.answered(outcome.parent().threadId(), outcome.parent().runId());
    }
  }

  private static StepCommit step(
      String id, Activation run, StepChanges changes, StateChanges state, OutboxChanges outbox) {
    return step(id, run, changes, state, run.pending().media(), outbox);
  }

  /** The events so far without a message: the answer of the step stays pending. */
  private static StepCommit unfinished(
      String id, Activation run, StateChanges state, OutboxChanges outbox) {
    return step(id, run, StepChanges.NONE, state, List.of(), outbox);
  }

  private static StepCommit step(
      String id,
      Activation run,
      StepChanges changes,
      StateChanges state,
      List<MediaContent> media,
      OutboxChanges outbox) {
    return new StepCommit(
        id,
        changes.messages(),
        changes.newCalls(),
        changes.changedCalls(),
        run.events().segment(),
        state,
        changes.suspensions(),
        changes.consumed(),
        media,
        outbox,
        run.pending().startedWith(changes.children()));
  }

  /**
   * Commits and parks the run; the activation is over. A run that waits for other runs only
   * continues by itself, so for its readers it does not stop.
   *
   * @throws CancelPending when a cancellation came first; the last event is withdrawn
   * @throws DecisionPending when a decision came first; the last event is withdrawn
   */
  public void park(Activation run, StepChanges changes) {
    StateChanges state = run.state().unsaved();
    run.clientState().publish();
    boolean stops = !run.questions().waitsForRunsOnly();
    if (stops) {
      run.events()
          .emit(
              new AgentEvent.RunFinish(
                  run.fence().threadId().value(),
                  run.fence().runId().value(),
                  null,
                  new TerminationReason.Suspended()));
    }
    List<Message> messages = run.pending().separated(changes.messages(), inlineMedia);
    Snapshot stored = run.state().snapshot();
    String id = ids.next();
    RunEffects.Outgoing held = run.effects().outgoing(id);
    Notices.Asked asked = notices.asked(id, changes.suspensions());
    List<OutboxEntry> waits = stops ? notices.waits(id, run.identity()) : List.of();
    StepCommit last =
        step(
            id,
            run,
            changes.with(messages).with(asked.suspensions()),
            state,
            held.changes()
                .and(asked.entries())
                .and(waits)
                .telling(stops ? notices.open(run.questions().open()) : null));
    try {
      write(run, Write.PARK, last, null, null);
    } catch (CancelPending | DecisionPending e) {
      if (stops) {
        run.events().withdrawLast();
      }
      throw e;
    }
    notices.committed(last.outbox().written());
    run.state().saved(state);
    run.pending().clear();
    run.events().committed();
    run.events().close(false);
    effects.deliver(run, held, stored);
    effects.settle(run);
  }

  /**
   * Commits the events of a long unfinished answer with the state at the start of the step, so that
   * a crash repeats only this step and its hooks.
   */
  public void commitEvents(Activation run) {
    StateChanges state = run.state().unsaved(run.beforeStep());
    String id = ids.next();
    RunEffects.Outgoing held = run.effects().outgoingBeforeStep(id);
    advance(run, unfinished(id, run, state, held.changes()), plain);
    run.state().saved(state);
    effects.deliver(run, held, run.beforeStep());
  }

  /**
   * Commits the events so far with the state at the start of the step, changed by this batch. The
   * activation is over, and another one repeats the step.
   */
  public void commitRepeated(Activation run, MutationBatch change) {
    run.state().takeBack(run.beforeStep());
    Snapshot stored = run.state().commit(change);
    StateChanges state = run.state().unsaved();
    String id = ids.next();
    RunEffects.Outgoing held = run.effects().outgoingBeforeStep(id);
    advance(run, unfinished(id, run, state, held.changes()), plain);
    run.state().saved(state);
    effects.deliver(run, held, stored);
  }

  /**
   * Writes the ending.
   *
   * @return the stored summary
   * @throws CancelPending when a cancellation came first; the ending's event is withdrawn
   */
  public RunSummary finish(
      Activation run, List<Message> messages, List<CallState> changed, TerminationReason why) {
    var questions = new SuspensionChanges(List.of(), List.of(), run.questions().unanswered());
    RunOutcome outcome = outcome(run, messages, why);
    StateChanges state = run.state().unsavedAtEnd();
    run.clientState().publish();
    List<Message> last = run.pending().separated(messages, inlineMedia);
    var changes = new StepChanges(last, List.of(), changed, questions, List.of());
    RunOutcome stored = finish(run, changes, state, outcome);
    run.state().saved(state);
    return summary(run, stored);
  }

  /** The summary of a run that ends with these messages. */
  public RunSummary summary(Activation run, List<Message> messages, TerminationReason why) {
    return summary(run, outcome(run, messages, why));
  }

  private static RunOutcome outcome(Activation run, List<Message> messages, TerminationReason why) {
    var usage = run.usage();
    return new RunOutcome(
        why,
        lastAnswer(messages, run.lastText()),
        run.step(),
        usage.inputTokens(),
        usage.outputTokens(),
        usage.cost(),
        run.setup().spec().parent());
  }

  /**
   * Writes the ending of a run that reached no step in this activation.
   *
   * @param run the run as far as it was opened
   * @param begun whether an earlier activation may have stored values
   * @throws CancelPending when a cancellation came first; the ending's event is withdrawn
   */
  public RunSummary finishUnopened(
      Activation run, boolean begun, StepChanges last, RunOutcome outcome) {
    StateChanges state = begun ? StateChanges.END_OF_RUN : StateChanges.NONE;
    return summary(run, finish(run, last, state, outcome.to(run.setup().spec().parent())));
  }

  /** The summary of a run with this outcome. */
  public static RunSummary summary(Activation run, RunOutcome stored) {
    return new RunSummary(
        run.identity(),
        stored.termination(),
        stored.finalOutput(),
        stored.steps(),
        stored.inputTokens(),
        stored.outputTokens(),
        stored.cost());
  }

  /**
   * @return the outcome as changed by plugins in its event
   */
  private RunOutcome finish(
      Activation run, StepChanges last, StateChanges state, RunOutcome outcome) {
    Fence fence = run.fence();
    AgentEvent passed =
        run.events()
            .emit(
                new AgentEvent.RunFinish(
                    fence.threadId().value(),
                    fence.runId().value(),
                    new AgentEvent.RunResult(outcome.finalOutput(), outcome.cost()),
                    outcome.termination()));
    RunOutcome stored = passed instanceof AgentEvent.RunFinish end ? outcome.as(end) : outcome;
    Snapshot now = run.state().snapshot();
    String id = ids.next();
    RunEffects.Outgoing held = run.effects().outgoing(id);
    List<OutboxEntry> ended = notices.ended(id, summary(run, stored));
    StepCommit step = step(id, run, last, state, withAfterRun(run, held.changes()).and(ended));
    try {
      write(run, Write.FINISH, step, null, stored);
    } catch (CancelPending e) {
      run.events().withdrawLast();
      throw e;
    }
    notices.committed(ended);
    run.events().committed();
    run.events().close(true);
    effects.deliver(run, held, now);
    return stored;
  }

  /** Whether something is to be done once the ending is stored. */
  public static boolean hasAfterRun(Activation run) {
    return run.questions().hasRuns() || !run.parts(ExtensionPoint.AFTER_RUN).isEmpty();
  }

  /** Adds an entry for what follows the run, which another node does if this one dies first. */
  private static OutboxChanges withAfterRun(Activation run, OutboxChanges effects) {
    if (!hasAfterRun(run)) {
      return effects;
    }
    WorkingAgent working = run.working();
    return effects.and(
        List.of(
            OutboxEntry.afterRun(
                run.fence().runId(),
                working.equals(WorkingAgent.OWN)
                    ? null
                    : RuntimeKeys.WORKING_AGENT.codec().encode(working))));
  }

  private static String lastAnswer(List<Message> messages, String before) {
    String text = before;
    for (Message message : messages) {
      text = message.role() == Role.ASSISTANT ? message.text() : text;
    }
    return text;
  }

  /**
   * The conversation for readers of a run: the newest messages, excluding those for the model only.
   * Stateless.
   */
  static final class ConversationSnapshot {

    /** Limit in bytes, because each snapshot is stored with the events. */
    static final long MAX_BYTES = 256 * 1024;

    private ConversationSnapshot() {}

    /** The loaded conversation with further messages. */
    static AgentEvent.MessagesSnapshot of(Activation run, List<Message> more) {
      var newestFirst = new ArrayList<Message>();
      boolean all = take(more, newestFirst) && take(run.history(), newestFirst);
      Collections.reverse(newestFirst);
      return new AgentEvent.MessagesSnapshot(newestFirst, !all || run.window().partial());
    }

    /** Whether some messages come from outside the run, so that no event contains them. */
    static boolean needed(List<Message> appended) {
      for (Message message : appended) {
        boolean input = message.role() == Role.USER || message.role() == Role.SYSTEM;
        if (input && !message.internal()) {
          return true;
        }
      }
      return false;
    }

    /** Approximate size of messages as JSON. */
    static long bytes(List<Message> messages) {
      return messages.stream().mapToLong(MessageBytes::ofContent).sum();
    }

    private static boolean take(List<Message> messages, List<Message> newestFirst) {
      long bytes = bytes(newestFirst);
      for (Message message : messages.reversed()) {
        bytes += message.internal() ? 0 : MessageBytes.ofContent(message);
        if (bytes > MAX_BYTES) {
          return false;
        }
        if (!message.internal()) {
          newestFirst.add(message);
        }
      }
      return true;
    }
  }
}
