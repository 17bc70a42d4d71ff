package io.awaken.core.loop;

import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.commit.CallState;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.tool.ToolException;
import java.util.function.Supplier;

/**
 * Takes a call up to the point where its tool may be asked (architecture section 4): lookup,
 * argument checks, before-tool hooks, gates. Whatever stands against it becomes its result.
 * Stateless.
 */
final class CallPreparation {

  private final ToolRunner runner;
  private final CallHooks hooks;

  CallPreparation(ToolRunner runner, CallHooks hooks) {
    this.runner = runner;
    this.hooks = hooks;
  }

  /**
   * @param fresh whether the call comes from the model just now; one that an earlier activation
   *     left has its before-tool hooks behind it, but is gated again
   */
  PreparedCall prepare(Activation run, CallState call, boolean fresh) {
    RegisteredTool tool = run.agent().tools().get(call.toolName());
    PreparedCall prepared = PreparedCall.of(call, tool);
    if (tool == null) {
      return prepared.settled(
          ToolRunner.error(
              call.toolName(),
              new ToolException(
                  ToolException.Kind.NOT_FOUND, "there is no tool named " + call.toolName())));
    }
    if (fresh && run.offer().hides(call.toolName())) {
      return prepared.settled(
          ToolRunner.error(
              call.toolName(),
              new ToolException(
                  ToolException.Kind.NOT_FOUND, run.offer().denial(call.toolName()))));
    }
    return guarded(prepared, () -> checked(run, prepared, fresh));
  }

  private PreparedCall checked(Activation run, PreparedCall call, boolean fresh) {
    PreparedCall now = runner.check(call);
    if (fresh && !now.settled()) {
      PreparedCall before = now;
      now = hooks.before(run, before);
      boolean rewritten = !now.state().arguments().equals(before.state().arguments());
      now = rewritten && !now.settled() ? runner.check(now) : now;
    }
    return now.settled() ? now : hooks.gate(run, now);
  }

  /**
   * A plugin that fails only the call makes it fail.
   *
   * @throws PluginFailure when the failure counts for the run
   */
  static PreparedCall guarded(PreparedCall call, Supplier<PreparedCall> work) {
    try {
      return work.get();
    } catch (PluginFailure e) {
      if (e.policy() == FailurePolicy.FAIL_CALL) {
        return call.settled(failed(call, e));
      }
      throw e;
    }
  }

  private static ToolResult failed(PreparedCall call, PluginFailure e) {
    return ToolResult.errorWithCode(call.state().toolName(), "plugin_failed", e.getMessage());
  }
}
