package io.awaken.core.context;

import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.ContextWindowPolicy;

/** How many tokens of a context window are left for messages (features row 147). Pure. */
public final class ContextBudget {

  private ContextBudget() {}

  /**
   * The window less the answer, the tools and the system prompt. The answer takes what the policy
   * keeps free for it, or what the request allows it if that is more.
   *
   * @return estimated tokens; negative when nothing is left
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
