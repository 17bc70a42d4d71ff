package io.awaken.core.context;

import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.ContextWindowPolicy;

/** The tokens of a context window available for messages (features row 147). Pure. */
public final class ContextBudget {

  private ContextBudget() {}

  /**
   * The window minus answer, tools and system prompt. The answer reserves what the policy or the
   * request allows, whichever is more.
   *
   * @return estimated tokens; may be negative
   */
  public static long of(ContextWindowPolicy policy, LlmRequest request, TokenEstimator estimator) {
    Integer allowed = request.parameters().maxTokens();
    int answer =
        allowed == null ? policy.maxOutputTokens() : Math.max(allowed, policy.maxOutputTokens());
    return (long) policy.maxContextTokens()
        - answer
        - estimator.ofTools(request.tools())
        - estimator.of(request.system());
  }
}
