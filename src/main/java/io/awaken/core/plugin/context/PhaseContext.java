package io.awaken.core.plugin.context;

import io.awaken.core.message.Message;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.Phase;
import io.awaken.core.state.Snapshot;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.GivenDecision;
import java.util.Map;

/**
 * Where a run stands when a phase is entered.
 *
 * @param phase the phase
 * @param hook the run
 * @param call the call that the phase is about; null in phases of the run or step
 * @param result the call's result, in {@link Phase#AFTER_TOOL_EXECUTE}; null elsewhere
 * @param answer the model's answer, from {@link Phase#AFTER_INFERENCE} on in its step; null before
 * @param usage what that answer cost; null where there is no answer, when the provider did not say,
 *     and after a run was resumed in the middle of a step, because it is not stored
 * @param decision what was decided about the call, for gates and hooks of a call that goes on after
 *     it was suspended; null otherwise
 * @param decisions the same for each plugin whose gate had asked, by its name: only this answers
 *     what that plugin asked, and comes with the question, which the plugin may ask otherwise by
 *     now
 */
public record PhaseContext(
    Phase phase,
    HookContext hook,
    ToolCall call,
    ToolResult result,
    Message answer,
    TokenUsage usage,
    Decision decision,
    Map<String, GivenDecision> decisions) {

  /** Where nothing was used. */
  public PhaseContext(
      Phase phase, HookContext hook, ToolCall call, ToolResult result, Message answer) {
    this(phase, hook, call, result, answer, null, null, Map.of());
  }

  /** Where nothing was decided. */
  public PhaseContext(
      Phase phase,
      HookContext hook,
      ToolCall call,
      ToolResult result,
      Message answer,
      TokenUsage usage) {
    this(phase, hook, call, result, answer, usage, null, Map.of());
  }

  /** The state that all hooks of the phase see. */
  public Snapshot state() {
    return hook.state();
  }

  public RunIdentity run() {
    return hook.run();
  }

  public AgentSpec agent() {
    return hook.agent();
  }

  public int step() {
    return hook.step();
  }

  /** Publishes events of the plugin's own. */
  public EventEmitter events() {
    return hook.events();
  }

  /** The agent's configuration of a plugin, or its default. */
  public <C> C config(ConfigSection<C> section) {
    return hook.config(section);
  }

  /** The same phase with another state. */
  public PhaseContext with(Snapshot other) {
    return new PhaseContext(
        phase, hook.with(other), call, result, answer, usage, decision, decisions);
  }
}
