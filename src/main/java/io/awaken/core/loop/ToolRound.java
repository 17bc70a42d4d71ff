package io.awaken.core.loop;

import io.awaken.core.commit.CallState;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolResult;
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
    List<PreparedCall> allowed = prepared.stream().filter(call -> !call.settled()).toList();
    boolean parallel = run.agent().spec().toolExecutionMode().parallel() && allowed.size() > 1;
    boolean handOver = draining.getAsBoolean();
    List<PreparedCall> open = handOver ? allowed : begin(allowed, parallel);
    results.commitAnswer(run, answer, prepared, open);
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

  /** Marks what starts now as running: all in parallel, else the first. */
  private static List<PreparedCall> begin(List<PreparedCall> allowed, boolean parallel) {
    var begun = new ArrayList<PreparedCall>();
    for (PreparedCall call : allowed) {
      boolean starts = parallel || begun.isEmpty();
      begun.add(starts ? call.with(call.state().begun()) : call);
    }
    return begun;
  }

  private void inSequence(Activation run, List<PreparedCall> begun) {
    Deque<PreparedCall> left = new ArrayDeque<>(begun);
    while (!left.isEmpty()) {
      PreparedCall call = executed(run, entering(run, left.poll()));
      if (call.blocked() != null) {
        block(run, call, left);
        return;
      }
      boolean handOver = !left.isEmpty() && draining.getAsBoolean();
      PreparedCall next = handOver ? null : left.poll();
      if (next != null) {
        next = next.with(next.state().begun());
        left.push(next);
      }
      results.commit(run, call, next);
      handOver(handOver);
    }
  }

  /** A call was blocked after others had run: it fails, and those behind it are not executed. */
  private void block(Activation run, PreparedCall blocked, Deque<PreparedCall> left) {
    run.endBecause(new TerminationReason.Blocked(blocked.blocked()));
    results.commit(run, blocked, null);
    left.forEach(call -> results.commit(run, call.declined(RUN_BLOCKED), null));
  }

  /** At a boundary of a draining node: the calls that have not begun are another owner's. */
  private static void handOver(boolean now) {
    if (now) {
      throw new RunCancelled(CancellationToken.Reason.DRAINING);
    }
  }

  private void inParallel(Activation run, List<PreparedCall> begun) {
    List<PreparedCall> entered = begun.stream().map(call -> entering(run, call)).toList();
    String blocked =
        entered.stream()
            .map(PreparedCall::blocked)
            .filter(reason -> reason != null)
            .findFirst()
            .orElse(null);
    if (blocked != null) {
      run.endBecause(new TerminationReason.Blocked(blocked));
    }
    List<Callable<PreparedCall>> tasks = new ArrayList<>();
    for (PreparedCall call : entered) {
      boolean declined = blocked != null && !call.settled();
      PreparedCall next = declined ? call.declined(RUN_BLOCKED) : call;
      tasks.add(() -> executed(run, next));
    }
    fanOut.run(tasks, run.cancellation, call -> results.commit(run, call, null));
  }

  private PreparedCall entering(Activation run, PreparedCall call) {
    return CallPreparation.guarded(call, () -> hooks.entering(run, call));
  }

  private PreparedCall executed(Activation run, PreparedCall call) {
    if (call.settled()) {
      return call;
    }
    ToolResult result = runner.execute(run, call);
    return call.settled(result);
  }
}
