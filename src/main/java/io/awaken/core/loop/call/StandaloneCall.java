package io.awaken.core.loop.call;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Lease;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolOutput;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A call outside of any run. It ends once: with its tool's answer, at its time limit, or when
 * stopped. A tool that does not return then retains its thread and counts as stuck. Thread-safe.
 */
public final class StandaloneCall {

  private static final System.Logger LOG = System.getLogger(StandaloneCall.class.getName());
  private static final String NEEDS_RUN =
      "the tool changes data that only a run stores, or asks a question: repeat the call as a run"
          + " then";

  /** Listens to a call, on any thread; must not block for long. */
  public interface Listener {

    /** Events are available from {@link StandaloneCall#takeEvents}. */
    void eventsAvailable();

    /** The call has ended without being stopped. */
    void done(ToolResult result);
  }

  private enum Stage {
    WAITING,
    AT_WORK,
    OVER,
    /** Ended, and the tool has not returned. */
    ABANDONED
  }

  private final PreparedCall call;
  private final Listener listener;
  private final CallActivity activity;
  private final CancellationToken stop = new CancellationToken();
  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.WAITING);
  private StandaloneCalls calls;
  private ToolCallContext context;
  private volatile ScheduledFuture<?> deadline;

  StandaloneCall(PreparedCall call, Listener listener) {
    this.call = call;
    this.listener = listener;
    this.activity = new CallActivity(call.call(), listener::eventsAvailable);
  }

  void begin(StandaloneCalls within, RunIdentity run, AgentSpec agent) {
    calls = within;
    String refusal = calls.fanOut().stuckCalls().refusal(tool());
    if (call.settled() || refusal != null) {
      over(call.settled() ? call.result() : UnexecutedCall.unavailable(call.state(), refusal));
      return;
    }
    context =
        new ToolCallContext(call.state().callId(), tool(), run, agent, run.runId().value(), stop)
            .with(activity);
    if (calls.runner().inline(call)) {
      work(true);
      return;
    }
    Tool tool = call.tool().tool();
    Duration limit = tool.timeLimit().orElse(calls.fanOut().timeLimit());
    deadline = calls.timer().schedule(() -> late(limit), limit.toMillis(), TimeUnit.MILLISECONDS);
    if (!calls.fanOut().execute(() -> work(false), true)) {
      over(UnexecutedCall.unavailable(call.state(), TransactionalCall.NO_THREAD));
    }
  }

  private String tool() {
    return call.state().toolName();
  }

  private void work(boolean here) {
    if (!stage.compareAndSet(Stage.WAITING, Stage.AT_WORK)) {
      return;
    }
    over(result(here));
  }

  private ToolResult result(boolean here) {
    try {
      return kept(
          here
              ? calls.runner().executeInline(call, context, Lease.ENDLESS)
              : calls.runner().execute(call, context, Lease.ENDLESS));
    } catch (RunCancelled stopped) {
      return ToolResult.errorWithCode(tool(), "cancelled", "the call was stopped");
    }
  }

  private ToolResult kept(ToolOutput output) {
    if (output.command() == null && !output.result().pending()) {
      return output.result();
    }
    calls.needsRun(call.tool());
    LOG.log(
        Level.WARNING,
        "tool {0} is declared SAFE, but its answer changes state or asks a question; this call gets"
            + " an error, the next ones are runs",
        tool());
    return ToolResult.errorWithCode(tool(), "needs_run", NEEDS_RUN);
  }

  /** Events since the last call of this method. */
  public List<AgentEvent> takeEvents() {
    return activity.drain();
  }

  /** Asks the tool to stop and drops its result. */
  public void stop() {
    giveUp(CancellationToken.Reason.REQUESTED);
  }

  private void late(Duration limit) {
    if (giveUp(CancellationToken.Reason.OVERDUE)) {
      LOG.log(
          Level.WARNING,
          "a call of tool {0} took longer than {1}; it is asked to stop and its client gets an"
              + " error; {2} tools have not returned",
          tool(),
          limit,
          calls.fanOut().stuck());
      listener.done(ToolRunner.timeout(tool(), limit, false));
    }
  }

  private boolean giveUp(CancellationToken.Reason why) {
    boolean working = stage.compareAndSet(Stage.AT_WORK, Stage.ABANDONED);
    if (!working && !stage.compareAndSet(Stage.WAITING, Stage.OVER)) {
      return false;
    }
    if (working) {
      calls.fanOut().abandoned(tool());
    }
    end();
    stop.cancel(why);
    return true;
  }

  private void over(ToolResult result) {
    Stage before = stage.getAndUpdate(now -> now == Stage.ABANDONED ? now : Stage.OVER);
    if (before == Stage.ABANDONED) {
      calls.fanOut().stuckCalls().returned(tool());
    } else if (before != Stage.OVER) {
      end();
      listener.done(result);
    }
  }

  private void end() {
    ScheduledFuture<?> timed = deadline;
    if (timed != null) {
      timed.cancel(false);
    }
  }
}
