package io.awaken.core.model;

import io.awaken.core.run.CancellationToken;
import java.util.List;

/**
 * Retries a failed model, then tries its fallbacks (features rows 33, 103-105). Thread-safe.
 *
 * <p>Only a call that has streamed nothing is repeated, since readers would otherwise see two
 * answers. A model that cannot be called at all, for example because of a wrong key, is not retried
 * but replaced; an invalid request fails at once. A model whose breaker is open is skipped.
 */
public final class RetryingExecutor implements LlmExecutor {

  private final List<ModelChoice> choices;
  private final LlmRetryPolicy policy;
  private final ModelPorts ports;

  /**
   * @param choices the agent's own model first, then those of {@link LlmRetryPolicy#fallbackModels}
   */
  public RetryingExecutor(List<ModelChoice> choices, LlmRetryPolicy policy, ModelPorts ports) {
    this.choices = List.copyOf(choices);
    this.policy = policy;
    this.ports = ports;
  }

  @Override
  public StreamResult execute(
      LlmRequest request, LlmListener listener, CancellationToken cancellation)
      throws InferenceException {
    return new ModelCall(choices, policy, ports, request, new FirstPiece(listener), cancellation)
        .ask();
  }
}
