package io.awaken.core.loop;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.PinnedRegistry.PinnedVersionUnavailable;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.HandOver;
import io.awaken.core.loop.activation.ModelText;
import io.awaken.core.loop.activation.RunEffects.EffectDelivery;
import io.awaken.core.loop.activation.StepChanges;
import io.awaken.core.loop.activation.StepWriter;
import io.awaken.core.loop.call.UnexecutedCall;
import io.awaken.core.loop.inference.AnswerForm;
import io.awaken.core.loop.inference.LimitExceeded;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.model.InferenceException;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.context.RunSummary;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateException;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.OwnerlessEnding;
import io.awaken.core.store.run.RunCommit.CancelPending;
import io.awaken.core.store.run.RunCommit.DecisionPending;
import io.awaken.core.store.thread.ThreadLimits;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Decides whether a run ends with an answer, and ends it as finished, stopped, cancelled or failed,
 * or hands it over. Every started step gets an end and every call a result. Stateless.
 */
final class RunEnding {

  private static final Logger LOG = System.getLogger(RunEnding.class.getName());

  /** Limit of unstorable values of a failed run. */
  private static final int MAX_UNSTORABLE = 16;

  private final StepWriter writer;
  private final PhaseRunner phases;
  private final AgentHooks agents;
  private final RunInbox inbox;
  private final EffectDelivery effects;
  private final HandOver handOver;
  private final Predicate<Caller> reasons;

  RunEnding(
      StepWriter writer,
      PhaseRunner phases,
      AgentHooks agents,
      RunInbox inbox,
      EffectDelivery effects,
      HandOver handOver,
      Predicate<Caller> reasons) {
    this.writer = writer;
    this.phases = phases;
    this.agents = agents;
    this.inbox = inbox;
    this.effects = effects;
    this.handOver = handOver;
    this.reasons = reasons;
  }

  /**
   * Ends the run unless a plugin adds a message, or parks it while its tasks are unfinished.
   *
   * @return whether another step follows
   */
  boolean afterAnswer(Activation run, Message answer) {
    boolean ends = run.ending() != null;
    List<Message> more = ends ? List.of() : agents.continuations(run);
    boolean waits = !ends && more.isEmpty() && inbox.expects(run);
    StepChanges messages = ends ? StepChanges.NONE : inbox.read(run, prepend(answer, more));
    if (more.isEmpty() && messages.consumed().isEmpty()) {
      if (waits) {
        return !parked(run, answer);
      }
      Optional<String> breach = ends ? Optional.empty() : AnswerForm.breach(run, answer);
      if (breach.isPresent()) {
        return formed(run, answer, breach.get());
      }
      TerminationReason why = ends ? run.ending() : new TerminationReason.NaturalEnd();
      finish(run, List.of(answer), why);
      return false;
    }
    endStep(run, messages);
    return true;
  }

  /** Parks the run until one of its tasks ends; false when one has just ended. */
  private boolean parked(Activation run, Message answer) {
    StepChanges last = StepChanges.of(List.of(answer));
    endStep(run);
    try {
      writer.park(run, last);
      return true;
    } catch (CancelPending e) {
      throw new RunCancelled(CancellationToken.Reason.REQUESTED);
    } catch (DecisionPending e) {
      writer.commit(run, last);
      run.inbox().raise();
      return false;
    }
  }

  /** Asks again for an answer in the required form, as often as the agent allows. */
  private boolean formed(Activation run, Message answer, String breach) {
    if (!AnswerForm.retries(run)) {
      LOG.log(
          Level.WARNING,
          "run {0} ends: its answer does not have the required format",
          run.identity().runId());
      unfit(run, breach);
      return false;
    }
    LOG.log(
        Level.DEBUG,
        "run {0} asks again: its answer does not have the required format",
        run.identity().runId());
    endStep(run, StepChanges.of(List.of(answer, AnswerForm.correction(run, breach))));
    return true;
  }

  /** Ends the step before another one. */
  private void endStep(Activation run, StepChanges messages) {
    endStep(run);
    writer.commit(run, messages);
  }

  private void endStep(Activation run) {
    phases.run(run.here(), Phase.STEP_END);
    run.events().emit(new AgentEvent.StepEnd());
    run.endStep();
  }

  private static List<Message> prepend(Message first, List<Message> others) {
    var all = new ArrayList<Message>(others.size() + 1);
    all.add(first);
    all.addAll(others);
    return all;
  }

  /** Ends a run with its last answer, unless it was cancelled first. */
  void finish(Activation run, List<Message> last, TerminationReason why) {
    var messages = new ArrayList<>(last);
    run.enterAgentEnd();
    if (!run.parts(ExtensionPoint.AFTER_AGENT).isEmpty()) {
      agents
          .after(run, writer.summary(run, last, why))
          .ifPresent(text -> messages.add(answer(run, "after", text)));
    }
    if (run.stepOpen()) {
      phases.run(run.here(), Phase.STEP_END);
    }
    closeStep(run);
    agents.end(run);
    write(run, messages, List.of(), why, 0);
  }

  /** Ends a run that a hook answered instead of its agent. */
  void answered(Activation run, String text) {
    Message answer = answer(run, "before", text);
    run.enterAgentEnd();
    agents.end(run);
    write(run, List.of(answer), List.of(), new TerminationReason.NaturalEnd(), 0);
  }

  /** Unwinds a run that was asked to stop; it may be handed over instead of ended. */
  void stopped(Activation run, CancellationToken.Reason reason) {
    switch (reason) {
      case REQUESTED -> abort(run, null, new TerminationReason.Cancelled());
      case OVERDUE -> {
        TerminationReason.Error why = OwnerlessEnding.timeUsedUp();
        abort(run, new AgentEvent.Error(why.value(), OwnerlessEnding.OVERDUE), why);
      }
      case DRAINING -> {
        // Before another owner starts, so that no effect is delivered again.
        effects.settle(run);
        boolean owned = handOver.release(run.fence());
        LOG.log(
            Level.INFO,
            "run {0} {1}",
            run.identity().runId(),
            owned
                ? "handed over; another owner continues from its last commit"
                : "already had another owner");
      }
      case OWNERSHIP_LOST -> {
        // The next owner continues; this node writes nothing.
      }
    }
  }

  /** Ends a run whose model call failed; an ending from a plugin takes precedence. */
  void failed(Activation run, InferenceException failure) {
    String text = failure.forClients();
    boolean withReason = reasons.test(run.identity().caller());
    var error =
        new AgentEvent.Error(withReason ? failure.forOperators() : text, failure.kind().code());
    abort(run, error, run.ending() == null ? new TerminationReason.Error(text) : run.ending());
  }

  /** Ends a run after a plugin failure. */
  void broken(Activation run, String message) {
    abort(
        run, new AgentEvent.Error(message, "plugin_failed"), new TerminationReason.Error(message));
  }

  /** Ends a run that exceeds a size limit. */
  void exceeded(Activation run, LimitExceeded limit) {
    abort(
        run,
        new AgentEvent.Error(limit.getMessage(), limit.code()),
        new TerminationReason.Error(limit.code() + ": " + limit.getMessage()));
  }

  /** Ends a run whose last answer lacks the required form; the answer stays readable. */
  void unfit(Activation run, String reason) {
    String text = "the answer does not have the required format: " + reason;
    abort(
        run,
        new AgentEvent.Error(text, AnswerForm.CODE),
        new TerminationReason.Error(AnswerForm.CODE + ": " + text));
  }

  /** Ends a run whose agent's version is unavailable. */
  void versionLost(Activation run, PinnedVersionUnavailable lost) {
    String reason = PinnedVersionUnavailable.reason(lost.getMessage());
    abort(
        run,
        new AgentEvent.Error(reason, PinnedVersionUnavailable.CODE),
        new TerminationReason.Error(reason));
  }

  /**
   * @param error the error for clients, or null
   */
  private void abort(Activation run, AgentEvent.Error error, TerminationReason why) {
    List<Message> results = new ArrayList<>();
    run.unfinished().end(run).ifPresent(results::add);
    results.addAll(run.pending().messages());
    if (error != null) {
      run.events().emit(error);
    }
    List<CallState> settled = new ArrayList<>(run.pending().calls());
    for (CallState call : run.openCalls()) {
      if (!run.pending().contains(call.callId())) {
        results.add(UnexecutedCall.settleAtEnd(run, call));
        settled.add(call.with(ToolCallStatus.CANCELLED));
      }
    }
    closeStep(run);
    agents.endAborted(run, writer.summary(run, results, why));
    write(run, results, settled, why, MAX_UNSTORABLE);
  }

  /**
   * @param mayFail how many unstorable values to drop, each with an error event; the first one of a
   *     successful run is not dropped but fails the run
   */
  private void write(
      Activation run,
      List<Message> messages,
      List<CallState> changed,
      TerminationReason why,
      int mayFail) {
    RunSummary written;
    try {
      written = finish(run, messages, changed, why, mayFail);
    } catch (CancelPending e) {
      written = finish(run, messages, changed, new TerminationReason.Cancelled(), mayFail);
    }
    agents.stored(run, written);
  }

  private RunSummary finish(
      Activation run,
      List<Message> messages,
      List<CallState> changed,
      TerminationReason why,
      int mayFail) {
    for (int attempt = 0; ; attempt++) {
      try {
        return writer.finish(run, messages, changed, why);
      } catch (StateException e) {
        if (attempt == mayFail) {
          throw e;
        }
        LOG.log(Level.WARNING, "the run ends without a value: {0}", e.getMessage());
      }
    }
  }

  /** An answer from a hook instead of the model. */
  private static Message answer(Activation run, String suffix, String text) {
    String id = run.stepMessageId() + "-" + suffix;
    String stored = run.events().emitWhole(new AgentEvent.TextDelta(id, ModelText.storable(text)));
    return new Message(
        id,
        Role.ASSISTANT,
        stored.isEmpty() ? List.of() : List.of(new ContentBlock.Text(stored)),
        List.of(),
        null,
        null,
        run.metadata());
  }

  private static void closeStep(Activation run) {
    if (run.stepOpen()) {
      run.events().emit(new AgentEvent.StepEnd());
      run.endStep();
    }
  }

  /** The limits that stop a run without a failure. */
  static final class LimitReached {

    private LimitReached() {}

    /** The length limit cut off the answer and no continuation is left. */
    static TerminationReason maxTokens(AgentSpec agent) {
      int continued = agent.maxContinuationRetries();
      return TerminationReason.Stopped.of(
          "max_tokens",
          "the answer was cut off at the model's length limit; it is continued at most "
              + continued
              + " times");
    }

    /** Why a run ends before its next step; null when it continues. */
    static TerminationReason atBoundary(Activation run, ThreadLimits limits) {
      if (run.ending() != null) {
        return run.ending();
      }
      if (run.step() >= run.agent().spec().maxRounds()) {
        return maxRounds(run.agent().spec());
      }
      boolean full = limits.full(run.fence().messageCount(), run.fence().messageBytes());
      return run.step() > 0 && full ? threadFull(limits) : null;
    }

    private static TerminationReason maxRounds(AgentSpec agent) {
      return TerminationReason.Stopped.of(
          "max_rounds", "the limit of " + agent.maxRounds() + " rounds is reached");
    }

    private static TerminationReason threadFull(ThreadLimits limits) {
      return TerminationReason.Stopped.of(ThreadLimits.CODE, limits.description());
    }
  }
}
