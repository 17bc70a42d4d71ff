package io.awaken.core.loop.call;

import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.call.PreparedCall.CallOutcome;
import io.awaken.core.loop.call.RunningCalls.RoundEvent;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.state.StateException;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.tool.ToolOutput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * Executes the calls of one step. Calls start after a commit that marks them as running, each
 * result is committed when it arrives, and the run parks when the remaining calls wait for
 * decisions. Confined to the run's thread.
 *
 * <p>In sequential mode one call executes at a time, is gated again if the state has changed, and a
 * question blocks the calls after it. In the parallel modes all calls execute at once; decisions
 * take effect as they arrive, or when every question of the run has one (features rows 122-124).
 */
final class CallRound {

  private static final String RUN_BLOCKED = "run blocked";

  private final Activation run;
  private final RoundServices services;
  private final boolean parallel;
  private final boolean batch;
  private final RoundChanges changes;
  private final RunningCalls running;

  /** Calls without a result, in the model's order. */
  private final Map<String, PreparedCall> calls = new LinkedHashMap<>();

  /** The state version at the last gating. */
  private long gatedAt;

  private StateMerge merge = new StateMerge();

  /** Whether a tool was entered before a commit. */
  private boolean asked;

  CallRound(Activation run, RoundServices services, RoundChanges changes, RunningCalls running) {
    this.run = run;
    this.services = services;
    this.changes = changes;
    this.running = running;
    this.parallel = run.agent().spec().toolExecutionMode().parallel();
    this.batch = run.agent().spec().toolExecutionMode().batch();
  }

  /**
   * @param prepared gated calls; those with a result are skipped
   * @return false when the run is parked
   */
  boolean work(List<PreparedCall> prepared) throws InterruptedException {
    try {
      return workToEnd(prepared);
    } catch (PluginFailure | StateException | RunCancelled e) {
      keepAnswer(e);
      throw e;
    }
  }

  /**
   * Stores the answer if its safe tools were entered before a commit, so that an ending run does
   * not lose it. A new owner that continues the run asks the model again.
   */
  private void keepAnswer(RuntimeException why) {
    boolean lost =
        why instanceof RunCancelled stopped
            && stopped.reason() == CancellationToken.Reason.OWNERSHIP_LOST;
    if (asked && changes.holdsAnswer() && !lost) {
      try {
        services.results().commitBrokenOff(run, changes);
      } catch (StateException e) {
        why.addSuppressed(e);
      }
    }
  }

  private boolean workToEnd(List<PreparedCall> prepared) throws InterruptedException {
    gatedAt = run.state().snapshot().revision();
    prepared.forEach(this::keep);
    blockIfAsked(prepared);
    settleAll();
    while (true) {
      declineWhenEnding();
      boolean handOver = services.draining().getAsBoolean();
      List<PreparedCall> begun = handOver ? List.of() : begin();
      if (!begun.isEmpty() || !running.isEmpty()) {
        run.cancellation().throwIfCancelled();
        if (changes.urgent() || !begun.stream().allMatch(PreparedCall::repeatable)) {
          services.results().commit(run, changes);
          running.stopBefore(begun);
        } else if (!begun.isEmpty()) {
          run.events().publishHeld();
          asked = true;
        }
        start(begun);
        take(running.next());
      } else if (calls.isEmpty()) {
        services.results().endStep(run, changes);
        return true;
      } else if (handOver && !onlyWaiting()) {
        if (changes.urgent() || changes.holdsAnswer()) {
          services.results().commit(run, changes);
        }
        throw new RunCancelled(CancellationToken.Reason.DRAINING);
      } else if (services.results().park(run, changes)) {
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

  private boolean onlyWaiting() {
    return calls.values().stream().allMatch(PreparedCall::waits);
  }

  /**
   * Marks calls as running; the following commit stores that. In sequence, a call that the client
   * executes lets its later calls pass, because clients execute all of theirs at once and send the
   * results together.
   */
  private List<PreparedCall> begin() {
    if (!parallel && !running.isEmpty()) {
      return List.of();
    }
    var entered = new ArrayList<String>(1);
    boolean client = false;
    for (String callId : List.copyOf(calls.keySet())) {
      PreparedCall next = run.endsAtOnce() ? null : calls.get(callId);
      if (next == null || running.has(callId) || parallel && next.waits()) {
        continue;
      }
      if (client && !next.ofClient()) {
        continue;
      }
      boolean ready = !next.waits() && enter(next);
      if (ready) {
        entered.add(callId);
      }
      PreparedCall now = calls.get(callId);
      client |= now != null && now.waitsForClient();
      if (!parallel && (ready || now != null && now.waits() && !client)) {
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
      now = services.preparation().entering(run, now);
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
    return services.preparation().gate(run, call.with((CallOutcome) null));
  }

  private void start(List<PreparedCall> begun) {
    boolean alone = begun.size() == 1 && running.isEmpty();
    for (PreparedCall call : begun) {
      running.start(call, alone);
    }
  }

  private void take(RoundEvent event) {
    if (event instanceof RoundEvent.Finished finished) {
      finished(calls.get(finished.callId()), finished);
    } else if (!batch) {
      actOnDecisions();
    }
  }

  private static ToolOutput output(Callable<ToolOutput> outcome) {
    try {
      return outcome.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void finished(PreparedCall call, RoundEvent.Finished finished) {
    ToolOutput output = output(finished.outcome());
    Supplier<ToolResult> answer = () -> merge.merged(services.phases(), run, call, output);
    TransactionalCall open = finished.open();
    ToolResult result =
        open == null
            ? answer.get()
            : services.transactional().settle(run, call, open, answer, changes);
    boolean asks = result != null && result.pending() && result.suspension() != null;
    if (result == null) {
      calls.remove(call.state().callId());
    } else if (asks && !run.endsAtOnce()) {
      ask(call.suspended(SuspensionKind.INPUT, null, result.suspension()));
    } else if (asks) {
      keep(call.unasked(whyItEnds()));
      settleAll();
    } else {
      keep(call.settled(result));
      settleAll();
    }
    if (running.isEmpty()) {
      merge = new StateMerge();
    }
  }

  private String whyItEnds() {
    return run.ending() instanceof TerminationReason.Blocked
        ? RUN_BLOCKED
        : UnexecutedCall.RUN_ENDS;
  }

  private void ask(PreparedCall call) {
    PreparedCall asked = call.with(call.state().with(ToolCallStatus.SUSPENDED));
    services.results().ask(run, asked, batch, changes);
    keep(asked);
  }

  private void settleAll() {
    for (PreparedCall call : List.copyOf(calls.values())) {
      if (call.settled()) {
        calls.remove(call.state().callId());
        services.results().settle(run, call, changes);
      }
    }
  }

  /** A blocked call ends the run; calls that have not started are declined. */
  private void blockIfAsked(List<PreparedCall> news) {
    String reason =
        news.stream()
            .map(PreparedCall::blocked)
            .filter(each -> each != null)
            .findFirst()
            .orElse(null);
    if (reason == null) {
      return;
    }
    run.endBecause(new TerminationReason.Blocked(reason));
    declineRest(RUN_BLOCKED);
  }

  /** Declines the calls that have not started and cancels their questions. */
  private void declineRest(String why) {
    for (PreparedCall call : List.copyOf(calls.values())) {
      if (!call.settled() && !running.has(call.state().callId())) {
        changes.cancel(run.questions().unanswered(call.state().callId()));
        keep(call.declined(why));
      }
    }
  }

  /** Returns whether there were decisions to act on. */
  private boolean actOnDecisions() {
    run.questions().read(services.suspensions().ofRun(run.identity().runId()));
    boolean acted = false;
    for (String callId : List.copyOf(calls.keySet())) {
      PreparedCall call = calls.get(callId);
      SuspensionRecord question = run.questions().last(callId);
      if (call != null && call.waits() && run.questions().counts(question)) {
        decided(call, question);
        acted = true;
      }
    }
    return acted;
  }

  private void decided(PreparedCall call, SuspensionRecord question) {
    PreparedCall next = services.preparation().act(run, call, question, changes);
    keep(next);
    blockIfAsked(List.of(next));
    settleAll();
  }
}
