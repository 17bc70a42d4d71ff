package io.awaken.core.loop.call;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.agent.ResolvedAgent;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.ModelAccess;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.plugin.Registered;
import io.awaken.core.plugin.context.EventEmitter;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.plugin.hook.PhaseHook;
import io.awaken.core.plugin.hook.ToolGateHook;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Ids;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.state.Phase;
import io.awaken.core.state.Snapshot;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.thread.WindowLimits;
import io.awaken.core.tool.RetryClass;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Tool calls outside of any run; nothing is written for them. Only for repeatable tools, and only
 * if no plugin acts on the call. The limits of arguments, time and result are the same as in runs
 * (features row 1102). Thread-safe.
 */
public final class StandaloneCalls {

  private static final String CALL_ID = "call_1";

  /** Plugin parts that see a call or its result; with one of them, the call must be a run. */
  private static final List<ExtensionPoint<?>> OF_RUNS =
      List.of(
          ExtensionPoint.BEFORE_TOOL,
          ExtensionPoint.AFTER_TOOL,
          ExtensionPoint.AFTER_TOOL_MESSAGES,
          ExtensionPoint.ON_EVENT,
          ExtensionPoint.of(Phase.TOOL_GATE),
          ExtensionPoint.of(Phase.AFTER_TOOL_EXECUTE));

  private static final ExtensionPoint<PhaseHook> BEFORE =
      ExtensionPoint.of(Phase.BEFORE_TOOL_EXECUTE);

  private final ToolRunner runner;
  private final ToolFanOut fanOut;
  private final PartCaller caller;
  private final ScheduledExecutorService timer;
  private final Ids ids;

  /** Tools whose answers required a run. */
  private final Set<RegisteredTool> needRuns = ConcurrentHashMap.newKeySet();

  /**
   * @param fanOut the threads of tools
   * @param caller calls gates
   * @param window the limit of a run's history, which bounds the media of a result
   * @param timer ends overdue calls; nothing on it blocks
   */
  public StandaloneCalls(
      ToolFanOut fanOut,
      PartCaller caller,
      WindowLimits window,
      ScheduledExecutorService timer,
      Ids ids) {
    this.runner = new ToolRunner(Optional.empty(), caller.watch(), window, RunObserver.NONE);
    this.fanOut = fanOut;
    this.caller = caller;
    this.timer = timer;
    this.ids = ids;
  }

  /** A call that may be made without a run, with the arguments that gates have seen. */
  public static final class Admitted {

    private final ResolvedAgent agent;
    private final PreparedCall call;
    private final Caller who;

    private Admitted(ResolvedAgent agent, PreparedCall call, Caller who) {
      this.agent = agent;
      this.call = call;
      this.who = who;
    }
  }

  /**
   * Checks and converts the arguments, then asks the gates of plugins, on the calling thread.
   *
   * @param agent the agent with the tool and the plugins
   * @param arguments an object
   * @return empty when the call needs a run
   */
  public Optional<Admitted> admit(
      ResolvedAgent agent, RegisteredTool tool, JsonNode arguments, Caller who) {
    boolean plain =
        tool.tool().retryClass() == RetryClass.SAFE
            && !tool.tool().transactional()
            && (needRuns.isEmpty() || !needRuns.contains(tool))
            && OF_RUNS.stream().allMatch(point -> agent.env().at(point).isEmpty());
    if (!plain) {
      return Optional.empty();
    }
    var state =
        new CallState(1, CALL_ID, tool.descriptor().id(), arguments, ToolCallStatus.RUNNING, 1);
    PreparedCall call = runner.check(PreparedCall.of(state, tool), true);
    return noPluginActs(agent, tool, call.state().arguments(), who)
        ? Optional.of(new Admitted(agent, call, who))
        : Optional.empty();
  }

  private boolean noPluginActs(
      ResolvedAgent agent, RegisteredTool tool, JsonNode arguments, Caller who) {
    List<Registered<ToolGateHook>> gates = agent.env().at(ExtensionPoint.TOOL_GATE);
    List<Registered<PhaseHook>> hooks = agent.env().at(BEFORE);
    if (gates.isEmpty() && hooks.isEmpty()) {
      return true;
    }
    HookContext hook = hook(agent, identity(agent, who));
    try {
      for (Registered<ToolGateHook> gate : gates) {
        PhaseContext context = context(Phase.TOOL_GATE, hook, tool, arguments);
        if (gate.blocking() || minds(caller.call(gate, part -> part.decide(context)))) {
          return false;
        }
      }
      for (Registered<PhaseHook> before : hooks) {
        PhaseContext context = context(Phase.BEFORE_TOOL_EXECUTE, hook, tool, arguments);
        if (before.blocking() || caller.call(before, part -> part.run(context)) != null) {
          return false;
        }
      }
      return true;
    } catch (PluginFailure e) {
      // The call becomes a run, which reports the problem.
      return false;
    }
  }

  private static boolean minds(Optional<?> decision) {
    return decision == null || decision.isPresent();
  }

  private static PhaseContext context(
      Phase phase, HookContext hook, RegisteredTool tool, JsonNode arguments) {
    var call = new ToolCall(CALL_ID, tool.descriptor().id(), arguments.deepCopy());
    return new PhaseContext(phase, hook, call, null, null);
  }

  private static HookContext hook(ResolvedAgent agent, RunIdentity run) {
    return new HookContext(
        run,
        agent.spec(),
        1,
        List.of(),
        Snapshot.EMPTY,
        agent.sections(),
        Optional.empty(),
        new CancellationToken(),
        agent.descriptors(),
        () -> Set.of(run.caller().subject()),
        EventEmitter.NONE,
        ModelAccess.NONE,
        InferenceOverride.NONE);
  }

  /** Ids that differ from those of all runs and threads. */
  private RunIdentity identity(ResolvedAgent agent, Caller who) {
    String id = ids.next();
    return new RunIdentity(
        new ThreadId(who.tenant(), id), new RunId(id), null, agent.spec().id(), who);
  }

  /**
   * Starts an admitted call. A tool of pure computation executes on the calling thread, any other
   * on its own thread.
   *
   * @param listener may be called before this method returns
   */
  public StandaloneCall begin(Admitted admitted, StandaloneCall.Listener listener) {
    var call = new StandaloneCall(admitted.call, listener);
    call.begin(this, identity(admitted.agent, admitted.who), admitted.agent.spec());
    return call;
  }

  ToolRunner runner() {
    return runner;
  }

  ToolFanOut fanOut() {
    return fanOut;
  }

  ScheduledExecutorService timer() {
    return timer;
  }

  /** Makes the next calls of a tool runs, because its answer required one. */
  void needsRun(RegisteredTool tool) {
    needRuns.add(tool);
  }
}
