package io.awaken.core.action;

import java.util.Objects;

/**
 * A model refused what its agent's policy allows as too long (features row 1040): the estimate is
 * too low for it, or its document says too much. It is sent less from then on. Holds for this model
 * and policy only.
 *
 * @param modelId the model that refused; null when none did
 * @param maxContextTokens of the policy then
 * @param messageTokens estimated tokens of messages that it is sent at the most
 */
public record RefusedContext(String modelId, int maxContextTokens, long messageTokens) {

  public static final RefusedContext NONE = new RefusedContext(null, 0, 0);

  /** The most tokens of messages that are sent to a model; no bound when it has refused nothing. */
  public long most(String model, int policyTokens) {
    return Objects.equals(modelId, model) && maxContextTokens == policyTokens
        ? messageTokens
        : Long.MAX_VALUE;
  }
}
