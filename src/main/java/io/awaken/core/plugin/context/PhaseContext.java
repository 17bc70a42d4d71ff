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
 * The position of a run when a phase is entered.
 *
 * @param phase the phase
 * @param hook the run
 * @param call the call of a tool phase; null in phases of the run or step
 * @param result the call's result, in {@link Phase#AFTER_TOOL_EXECUTE}; null elsewhere
 * @param answer the model's answer, from {@link Phase#AFTER_INFERENCE} on in its step; null before
 * @param usage tokens of that answer; null without an answer, when the provider reported none, and
 *     after a run was resumed in the middle of a step, because it is not stored
 * @param decision the decision on the call, for gates and hooks of a resumed call; null otherwise
 * @param decisions the decisions by the name of the plugin whose gate asked: a plugin must use only
 *     its own, which comes with the question, since the plugin may now ask a different one
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

  /** Without usage. */
  public PhaseContext(
      Phase phase, HookContext hook, ToolCall call, ToolResult result, Message answer) {
    this(phase, hook, call, result, answer, null, null, Map.of());
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

  /** A copy with this state. */
  public PhaseContext with(Snapshot other) {
    return new PhaseContext(
        phase, hook.with(other), call, result, answer, usage, decision, decisions);
  }
}
