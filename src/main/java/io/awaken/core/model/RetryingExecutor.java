package io.awaken.core.model;

import io.awaken.core.run.CancellationToken;
import java.util.List;

/**
 * Retries a model that fails, and then tries its fallbacks (features rows 33, 103-105).
 * Thread-safe.
 *
 * <p>Only a call that has streamed nothing is repeated: readers have seen every piece, and a second
 * answer would follow the first half of the first one. A model that cannot be asked at all, such as
 * for a wrong key, is not asked again but replaced; what is wrong with the request itself would be
 * wrong everywhere and fails at once. A model whose breaker is open is skipped.
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
