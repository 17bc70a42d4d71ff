package io.awaken.core.loop.activation;

import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.phase.PhaseScope;
import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.state.Phase;
import io.awaken.core.state.Snapshot;
import io.awaken.core.state.StateStore;
import io.awaken.core.state.TypedEffect;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.GivenDecision;
import java.util.List;
import java.util.Map;

/**
 * The scope of a phase.
 *
 * @param run the activation
 * @param cancellation stops the phase
 * @param call the call of the phase, or null
 * @param result that call's result, or null
 * @param answer the step's answer, or null
 * @param decision the last decision about the call, or null
 * @param gates decisions on questions of gates about the call, by plugin
 */
record RunScope(
    Activation run,
    CancellationToken cancellation,
    ToolCall call,
    ToolResult result,
    Message answer,
    Decision decision,
    Map<String, GivenDecision> gates)
    implements PhaseScope {

  /** A phase without a decision. */
  static RunScope of(
      Activation run,
      CancellationToken cancellation,
      ToolCall call,
      ToolResult result,
      Message answer) {
    return new RunScope(run, cancellation, call, result, answer, null, Map.of());
  }

  @Override
  public ExecutionEnv env() {
    return run.agent().env();
  }

  @Override
  public StateStore state() {
    return run.state();
  }

  @Override
  public void emit(List<TypedEffect> effects) {
    run.effects().request(env(), effects);
  }

  @Override
  public PhaseContext context(Phase phase, Snapshot state) {
    return new PhaseContext(
        phase,
        run.hook(state, cancellation),
        copy(call),
        result,
        answer,
        answer == null ? null : run.lastUsage(),
        decision,
        gates);
  }

  /** Plugins must not change the arguments of a call in place. */
  private static ToolCall copy(ToolCall call) {
    return call == null
        ? null
        : new ToolCall(
            call.id(), call.name(), call.arguments().deepCopy(), call.providerMetadata());
  }
}
