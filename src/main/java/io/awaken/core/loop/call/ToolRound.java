package io.awaken.core.loop.call;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.StepChanges;
import io.awaken.core.loop.activation.StepWriter;
import io.awaken.core.loop.call.PreparedCall.CallOutcome;
import io.awaken.core.loop.call.RunningCalls.RoundEvent;
import io.awaken.core.loop.call.TransactionalCall.TransactionalResults;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateException;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.RunCommit.CancelPending;
import io.awaken.core.store.run.RunCommit.DecisionPending;
import io.awaken.core.store.run.ToolTransactions;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.WindowLimits;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.tool.ToolOutput;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Executes the calls of a step, from the model's answer or from the state that an earlier
 * activation stored. Stateless.
 */
public final class ToolRound {

  /** Limit of executed calls per answer. */
  static final int MAX_CALLS = 128;

  private static final String TOO_MANY = "an answer may ask for " + MAX_CALLS + " calls at most";
  private static final String RUN_BLOCKED = "run blocked";

  private final StepWriter writer;
  private final PhaseRunner phases;
  private final ToolFanOut fanOut;
  private final SuspensionStore suspensions;
  private final BooleanSupplier draining;
  private final CallHooks hooks;
  private final ToolRunner runner;
  private final CallPreparation preparation;
  private final CallResults results;
  private final TransactionalResults transactional;

  /**
   * @param caller calls hooks and gates
   * @param phases commits the state changes of hooks and tools
   * @param fanOut the threads of tools
   */
  public ToolRound(
      StepWriter writer, PartCaller caller, PhaseRunner phases, ToolFanOut fanOut, Ports ports) {
    this.writer = writer;
    this.phases = phases;
    this.fanOut = fanOut;
    this.suspensions = ports.suspensions();
    this.draining = ports.draining();
    this.hooks = new CallHooks(caller, phases);
    this.runner = new ToolRunner(ports.tools(), caller.watch(), ports.window(), ports.observer());
    this.preparation = new CallPreparation(runner, hooks, ports.children());
    this.results = new CallResults(writer, hooks, ports.children());
    this.transactional = new TransactionalResults(writer, results);
  }

  /**
   * Services of the node.
   *
   * @param tools transactions of tools, if the store supports them
   * @param suspensions questions of runs and their decisions
   * @param window limits the media of a result
   * @param draining whether this node may start no further call
   * @param children starts the runs of delegates
   * @param observer observes the tools
   */
  public record Ports(
      Optional<ToolTransactions> tools,
      SuspensionStore suspensions,
      WindowLimits window,
      BooleanSupplier draining,
      ChildRuns children,
      RunObserver observer) {}

  /**
   * Executes the calls of an uncommitted answer; the first commit stores both.
   *
   * @return false when the run is parked
   */
  public boolean run(Activation run, Message answer) {
    List<CallState> calls = calls(run, answer);
    var prepared = new ArrayList<PreparedCall>(calls.size());
    for (CallState call : calls) {
      prepared.add(
          prepared.size() < MAX_CALLS
              ? preparation.prepare(run, call, true)
              : PreparedCall.of(call, null).declined(TOO_MANY));
    }
    return work(run, answer, prepared);
  }

  /**
   * Resumes the calls that an earlier activation left without a result.
   *
   * @return false when the run is parked again
   */
  public boolean resume(Activation run) {
    var changes = new RoundChanges();
    var prepared = new ArrayList<PreparedCall>();
    for (CallState call : run.openCalls()) {
      prepared.add(preparation.resumed(run, call, changes));
    }
    return work(run, changes, prepared);
  }

  /** Declines them instead, when the run must end at once. */
  public void declineOpen(Activation run) {
    var changes = new RoundChanges();
    changes.cancel(run.questions().unanswered());
    work(run, changes, PreparedCall.declined(run.openCalls()));
  }

  /** Commits an answer without executing its calls; each result states that the run ends. */
  public void decline(Activation run, Message answer) {
    work(run, answer, PreparedCall.declined(calls(run, answer)));
  }

  private static List<CallState> calls(Activation run, Message answer) {
    var calls = new ArrayList<CallState>(answer.toolCalls().size());
    for (ToolCall call : answer.toolCalls()) {
      calls.add(
          new CallState(
              run.step(), call.id(), call.name(), call.arguments(), ToolCallStatus.NEW, 0));
    }
    return calls;
  }

  private boolean work(Activation run, Message answer, List<PreparedCall> prepared) {
    var changes = new RoundChanges();
    changes.answer(answer);
    for (PreparedCall call : prepared) {
      CallState as = call.state();
      changes.fresh(as);
      run.events().emit(new AgentEvent.ToolCallReady(as.callId(), as.toolName(), as.arguments()));
    }
    return work(run, changes, prepared);
  }

  private boolean work(Activation run, RoundChanges changes, List<PreparedCall> prepared) {
    try (var running = new RunningCalls(run, runner, fanOut, hooks, results)) {
      var round = new Round(run, changes, running);
      try {
        return round.work(prepared);
      } catch (PluginFailure | StateException | RunCancelled e) {
        round.keepAnswer(e);
        throw e;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while tools were executing", e);
    }
  }

  /**
   * Executes the calls of one step. Calls start after a commit that marks them as running, each
   * result is committed when it arrives, and the run parks when the remaining calls wait for
   * decisions. Confined to the run's thread.
   *
   * <p>In sequential mode one call executes at a time, is gated again if the state has changed, and
   * a question blocks the calls after it. In the parallel modes all calls execute at once;
   * decisions take effect as they arrive, or when every question of the run has one (features rows
   * 122-124).
   */
  private final class Round {

    private final Activation run;
    private final boolean parallel;
    private final boolean batch;
    private final RoundChanges changes;
    private final RunningCalls running;

    /** Calls without a result, in the model's order. */
    private final Map<String, PreparedCall> calls = new LinkedHashMap<>();

    /** The state version at the last gating. */
    private long gatedAt;

    /** Exclusive keys that executing tools have changed (features row 126). */
    private final Set<String> written = new HashSet<>(0);

    /** Whether a tool was entered before a commit. */
    private boolean enteredEarly;

    Round(Activation run, RoundChanges changes, RunningCalls running) {
      this.run = run;
      this.changes = changes;
      this.running = running;
      this.parallel = run.agent().spec().toolExecutionMode().parallel();
      this.batch = run.agent().spec().toolExecutionMode().batch();
    }

    /**
     * Stores the answer if its safe tools were entered before a commit, so that an ending run does
     * not lose it. A new owner that continues the run asks the model again.
     */
    void keepAnswer(RuntimeException why) {
      boolean lost =
          why instanceof RunCancelled stopped
              && stopped.reason() == CancellationToken.Reason.OWNERSHIP_LOST;
      if (enteredEarly && changes.holdsAnswer() && !lost) {
        try {
          commit(changes.with(changes.results()));
        } catch (StateException e) {
          why.addSuppressed(e);
        }
      }
    }

    /**
     * @param prepared gated calls; those with a result are skipped
     * @return false when the run is parked
     */
    boolean work(List<PreparedCall> prepared) throws InterruptedException {
      gatedAt = run.state().snapshot().revision();
      prepared.forEach(this::keep);
      blockIfAsked(prepared);
      settleAll();
      while (true) {
        declineWhenEnding();
        boolean handOver = draining.getAsBoolean();
        List<PreparedCall> begun = handOver ? List.of() : begin();
        if (!begun.isEmpty() || !running.isEmpty()) {
          run.cancellation().throwIfCancelled();
          if (changes.urgent() || !begun.stream().allMatch(PreparedCall::repeatable)) {
            commit(results.changes(run, changes));
            running.stopBefore(begun);
          } else if (!begun.isEmpty()) {
            run.events().publishHeld();
            enteredEarly = true;
          }
          boolean alone = begun.size() == 1 && running.isEmpty();
          begun.forEach(call -> running.start(call, alone));
          take(running.next());
        } else if (calls.isEmpty()) {
          endStep();
          return true;
        } else if (handOver && !calls.values().stream().allMatch(PreparedCall::waits)) {
          if (changes.urgent() || changes.holdsAnswer()) {
            commit(results.changes(run, changes));
          }
          throw new RunCancelled(CancellationToken.Reason.DRAINING);
        } else if (park()) {
          return false;
        } else if (!actOnDecisions()) {
          throw new IllegalStateException(
              "run " + run.identity().runId() + " has a decision that is about none of its calls");
        }
      }
    }

    private void keep(PreparedCall call) {
      calls.put(call.state().callId(), call);
    }

    /**
     * Marks calls as running; the following commit stores that. In sequence, calls that the client
     * or other runs execute do not wait for each other: clients execute all of theirs at once and
     * send the results together.
     */
    private List<PreparedCall> begin() {
      if (calls.isEmpty() || !parallel && !running.isEmpty()) {
        return List.of();
      }
      var entered = new ArrayList<String>(1);
      boolean elsewhere = false;
      for (String callId : idsOf(call -> true)) {
        PreparedCall next = run.endsAtOnce() ? null : calls.get(callId);
        if (next == null
            || running.has(callId)
            || parallel && next.waits()
            || elsewhere && !next.elsewhere()) {
          continue;
        }
        boolean ready = !next.waits() && enter(next);
        if (ready) {
          entered.add(callId);
        }
        PreparedCall now = calls.get(callId);
        elsewhere |= now != null && now.waitsElsewhere();
        if (!parallel && (ready || now != null && now.waits() && !elsewhere)) {
          break;
        }
      }
      declineWhenEnding();
      return begun(entered);
    }

    private void declineWhenEnding() {
      if (run.endsAtOnce()) {
        declineRest(UnexecutedCall.RUN_ENDS);
        settleAll();
      }
    }

    /** Excludes calls that a later call's hook has blocked. */
    private List<PreparedCall> begun(List<String> entered) {
      var begun = new ArrayList<PreparedCall>(entered.size());
      for (String callId : entered) {
        PreparedCall call = calls.get(callId);
        if (call != null && call.ready()) {
          PreparedCall now = call.with(call.state().begun());
          changes.put(now.state());
          keep(now);
          begun.add(now);
        }
      }
      return begun;
    }

    /**
     * Calls the last gates and handles refusals.
     *
     * @return whether the tool may be executed
     */
    private boolean enter(PreparedCall call) {
      PreparedCall now = parallel ? call : gatedAnew(call);
      if (now.ready()) {
        now = preparation.entering(run, now);
      }
      keep(now);
      if (now.suspended() != null) {
        ask(now);
      } else if (now.settled()) {
        blockIfAsked(List.of(now));
        settleAll();
      }
      return now.ready();
    }

    /** Earlier calls and decisions may have changed the state (features row 121). */
    private PreparedCall gatedAnew(PreparedCall call) {
      long revision = run.state().snapshot().revision();
      boolean asks = call.suspended() != null && call.suspended().kind() == SuspensionKind.APPROVAL;
      if (revision == gatedAt || call.settled() || !(call.ready() || asks)) {
        return call;
      }
      return preparation.gate(run, call.with((CallOutcome) null));
    }

    private void take(RoundEvent event) {
      if (event instanceof RoundEvent.Finished finished) {
        finished(calls.get(finished.callId()), finished);
      } else if (!batch) {
        actOnDecisions();
      }
    }

    private void finished(PreparedCall call, RoundEvent.Finished finished) {
      ToolOutput output = finished.outcome().get();
      Supplier<ToolResult> answer =
          () -> running.withTasks(call.state(), hooks.merged(run, call, output, written));
      TransactionalCall open = finished.open();
      ToolResult result =
          open == null ? answer.get() : transactional.settle(run, call, open, answer, changes);
      boolean asks = result != null && result.pending() && result.suspension() != null;
      if (result == null) {
        calls.remove(call.state().callId());
      } else if (asks && !run.endsAtOnce()) {
        ask(call.suspended(SuspensionKind.INPUT, null, result.suspension()));
      } else if (asks) {
        boolean blocked = run.ending() instanceof TerminationReason.Blocked;
        keep(call.unasked(blocked ? RUN_BLOCKED : UnexecutedCall.RUN_ENDS));
        settleAll();
      } else {
        keep(call.settled(result));
        settleAll();
      }
      if (running.isEmpty()) {
        written.clear();
      }
    }

    private void ask(PreparedCall call) {
      PreparedCall asked = call.with(call.state().with(ToolCallStatus.SUSPENDED));
      results.ask(run, asked, batch, changes);
      keep(asked);
    }

    private void settleAll() {
      for (String callId : idsOf(PreparedCall::settled)) {
        results.settle(run, calls.remove(callId), changes);
      }
    }

    /** A copy, since the calls change meanwhile. */
    private List<String> idsOf(Predicate<PreparedCall> which) {
      List<String> ids = List.of();
      for (PreparedCall call : calls.values()) {
        if (which.test(call)) {
          ids = ids.isEmpty() ? new ArrayList<>(calls.size()) : ids;
          ids.add(call.state().callId());
        }
      }
      return ids;
    }

    /** A blocked call ends the run; calls that have not started are declined. */
    private void blockIfAsked(List<PreparedCall> news) {
      String reason = null;
      for (PreparedCall call : news) {
        reason = reason == null ? call.blocked() : reason;
      }
      if (reason != null) {
        run.endBecause(new TerminationReason.Blocked(reason));
        declineRest(RUN_BLOCKED);
      }
    }

    /** Declines the calls that have not started and cancels their questions. */
    private void declineRest(String why) {
      for (String callId : idsOf(call -> !call.settled() && !running.has(call.state().callId()))) {
        changes.cancel(run.questions().unanswered(callId));
        keep(calls.get(callId).declined(why));
      }
    }

    /** Returns whether there were decisions to act on. */
    private boolean actOnDecisions() {
      run.questions().read(suspensions.ofRun(run.identity().runId()));
      boolean acted = false;
      for (String callId : idsOf(PreparedCall::waits)) {
        PreparedCall call = calls.get(callId);
        SuspensionRecord question = run.questions().last(callId);
        if (call != null && call.waits() && run.questions().counts(question)) {
          PreparedCall next = preparation.act(run, call, question, changes);
          keep(next);
          blockIfAsked(List.of(next));
          settleAll();
          acted = true;
        }
      }
      return acted;
    }

    private void commit(StepChanges now) {
      writer.commit(run, now);
      changes.committed(run, now);
    }

    /** Commits with the end of the step. */
    private void endStep() {
      StepChanges now = results.changes(run, changes);
      if (changes.votes().unanimous(run.callsOfStep())) {
        run.endBecause(new TerminationReason.BehaviorRequested());
      }
      phases.run(run.here(), Phase.STEP_END);
      run.events().emit(new AgentEvent.StepEnd());
      run.endStep();
      commit(now);
    }

    /**
     * Commits and parks the run.
     *
     * @return false when a decision came first: the changes are committed and the run continues
     * @throws RunCancelled when a cancellation came first; nothing was written
     */
    private boolean park() {
      StepChanges last = results.changes(run, changes);
      try {
        writer.park(run, last);
        changes.committed(run, last);
        return true;
      } catch (CancelPending e) {
        throw new RunCancelled(CancellationToken.Reason.REQUESTED);
      } catch (DecisionPending e) {
        commit(last);
        return false;
      }
    }
  }
}
