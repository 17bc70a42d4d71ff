package io.awaken.core.action;

import java.util.Objects;

/**
 * A model refused a request within its agent's policy as too long (features row 1040): the estimate
 * is too low, or its document states too large a window. Later requests are smaller. Applies to
 * this model and policy only.
 *
 * @param modelId the model that refused; null for none
 * @param maxContextTokens the policy's limit at that time
 * @param messageTokens maximum estimated tokens of messages for it
 */
public record RefusedContext(String modelId, int maxContextTokens, long messageTokens) {

  public static final RefusedContext NONE = new RefusedContext(null, 0, 0);

  /** The maximum tokens of messages for a model; unlimited when it has refused nothing. */
  public long tokenLimit(String model, int policyTokens) {
    return Objects.equals(modelId, model) && maxContextTokens == policyTokens
        ? messageTokens
        : Long.MAX_VALUE;
  }
}
