package io.awaken.core.loop;

import io.awaken.core.commit.CallState;
import io.awaken.core.message.Message;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ToolCallStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;

/**
 * The calls of one step: all are gated first, then those allowed are executed, each only after a
 * commit says that it runs, and each result is committed when it arrives. A blocked call ends the
 * run: its siblings that have not begun are not executed. Stateless.
 *
 * <p>Sequential mode runs them in the model's order on the run's thread; the parallel modes run
 * them at once (features rows 122-125).
 */
final class ToolRound {

  private static final String RUN_BLOCKED = "run blocked";

  private final CallPreparation preparation;
  private final CallHooks hooks;
  private final CallResults results;
  private final ToolRunner runner;
  private final ToolFanOut fanOut;
  private final BooleanSupplier draining;

  /**
   * @param draining whether no further call may begin on this node
   */
  ToolRound(
      CallHooks hooks,
      CallResults results,
      ToolRunner runner,
      ToolFanOut fanOut,
      BooleanSupplier draining) {
    this.preparation = new CallPreparation(runner, hooks);
    this.hooks = hooks;
    this.results = results;
    this.runner = runner;
    this.fanOut = fanOut;
    this.draining = draining;
  }

  /** The calls of an answer that is not committed yet; the first commit holds both. */
  void run(Activation run, Message answer) {
    execute(run, answer, prepared(run, calls(run, answer), true));
  }

  /** The calls that an earlier activation left without a result: repeated under their own keys. */
  void resume(Activation run) {
    execute(run, null, prepared(run, run.openCalls(), false));
  }

  /** The same when the run was to end at once: none of them is executed any more. */
  void declineOpen(Activation run, String why) {
    List<PreparedCall> declined =
        run.openCalls().stream().map(call -> PreparedCall.of(call, null).declined(why)).toList();
    execute(run, null, declined);
  }

  /** Commits an answer whose calls are not executed, each with a result that says why. */
  void decline(Activation run, Message answer, String why) {
    List<PreparedCall> declined =
        calls(run, answer).stream().map(call -> PreparedCall.of(call, null).declined(why)).toList();
    execute(run, answer, declined);
  }

  private static List<CallState> calls(Activation run, Message answer) {
    return answer.toolCalls().stream()
        .map(
            call ->
                new CallState(
                    run.step(), call.id(), call.name(), call.arguments(), ToolCallStatus.NEW, 0))
        .toList();
  }

  private List<PreparedCall> prepared(Activation run, List<CallState> calls, boolean fresh) {
    var prepared = new ArrayList<PreparedCall>(calls.size());
    String blocked = null;
    for (CallState call : calls) {
      PreparedCall next = preparation.prepare(run, call, fresh);
      prepared.add(next);
      blocked = blocked == null ? next.blocked() : blocked;
    }
    if (blocked == null) {
      return prepared;
    }
    run.endBecause(new TerminationReason.Blocked(blocked));
    return prepared.stream()
        .map(call -> call.settled() ? call : call.declined(RUN_BLOCKED))
        .toList();
  }

  private void execute(Activation run, Message answer, List<PreparedCall> prepared) {
    boolean several = prepared.stream().filter(call -> !call.settled()).count() > 1;
    boolean parallel = run.agent().spec().toolExecutionMode().parallel() && several;
    boolean handOver = draining.getAsBoolean();
    List<PreparedCall> calls = handOver ? prepared : begun(run, prepared, parallel);
    List<PreparedCall> open = calls.stream().filter(call -> !call.settled()).toList();
    results.commitAnswer(run, answer, calls, open);
    if (open.isEmpty()) {
      return;
    }
    handOver(handOver);
    if (parallel) {
      inParallel(run, open);
    } else {
      inSequence(run, open);
    }
  }

  /** Lets calls begin, all in parallel, else the first; the commit that follows says so. */
  private List<PreparedCall> begun(Activation run, List<PreparedCall> prepared, boolean all) {
    var calls = new ArrayList<>(prepared);
    boolean begun = false;
    for (int i = 0; i < calls.size() && (all || !begun); i++) {
      PreparedCall call = begin(run, calls.get(i));
      calls.set(i, call);
      begun |= !call.settled();
      if (call.blocked() != null && !prepared.get(i).settled()) {
        run.endBecause(new TerminationReason.Blocked(call.blocked()));
        calls.replaceAll(each -> each.settled() ? each : each.declined(RUN_BLOCKED));
        break;
      }
    }
    return calls;
  }

  /** The last hooks before a tool, once: not for a call that had begun before. */
  private PreparedCall begin(Activation run, PreparedCall call) {
    if (call.settled()) {
      return call;
    }
    boolean again = call.state().status() == ToolCallStatus.RUNNING;
    PreparedCall entered =
        again ? call : CallPreparation.guarded(call, () -> hooks.entering(run, call));
    return entered.settled() ? entered : entered.with(entered.state().begun());
  }

  private void inSequence(Activation run, List<PreparedCall> open) {
    Deque<PreparedCall> left = new ArrayDeque<>(open);
    PreparedCall current = left.poll();
    while (current != null) {
      PreparedCall done = executed(run, current, run.cancellation);
      boolean handOver = !left.isEmpty() && draining.getAsBoolean();
      current = handOver ? null : next(run, left);
      results.commit(run, done, current == null || current.settled() ? null : current);
      handOver(handOver);
    }
  }

  /** The next call, begun; when it is blocked those behind it are not executed. */
  private PreparedCall next(Activation run, Deque<PreparedCall> left) {
    if (left.isEmpty()) {
      return null;
    }
    boolean settled = left.peek().settled();
    PreparedCall next = begin(run, left.poll());
    if (next.blocked() != null && !settled) {
      run.endBecause(new TerminationReason.Blocked(next.blocked()));
      List<PreparedCall> declined = left.stream().map(call -> call.declined(RUN_BLOCKED)).toList();
      left.clear();
      left.addAll(declined);
    }
    return next;
  }

  /** At a boundary of a draining node: the calls that have not begun are another owner's. */
  private static void handOver(boolean now) {
    if (now) {
      throw new RunCancelled(CancellationToken.Reason.DRAINING);
    }
  }

  private void inParallel(Activation run, List<PreparedCall> begun) {
    var round = new CancellationToken();
    try (var stops = run.cancellation.onCancel(() -> round.cancel(run.cancellation.reason()))) {
      List<Callable<PreparedCall>> tasks = new ArrayList<>();
      for (PreparedCall call : begun) {
        tasks.add(() -> executed(run, call, round));
      }
      fanOut.run(tasks, run.cancellation, call -> results.commit(run, call, null));
    } finally {
      // When the round ends early, tools that still run have nobody to answer to.
      round.cancel(CancellationToken.Reason.OWNERSHIP_LOST);
    }
  }

  private PreparedCall executed(Activation run, PreparedCall call, CancellationToken stops) {
    return call.settled() ? call : call.settled(runner.execute(run, call, stops));
  }
}
