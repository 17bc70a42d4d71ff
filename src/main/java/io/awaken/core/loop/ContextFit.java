package io.awaken.core.loop;

import io.awaken.core.context.ContextBudget;
import io.awaken.core.context.TokenEstimator;
import io.awaken.core.context.Truncation;
import io.awaken.core.message.Message;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.ContextWindowPolicy;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/**
 * Leaves out of a request what does not fit the context window of its agent (features rows 12,
 * 147). The history stays as it is. Stateless.
 */
final class ContextFit {

  private static final Logger LOG = System.getLogger(ContextFit.class.getName());

  private final TokenEstimator estimator;

  ContextFit(TokenEstimator estimator) {
    this.estimator = estimator;
  }

  /** The request itself when it fits or when the agent has no limit. */
  LlmRequest fitted(Activation run, LlmRequest request) {
    return run.agent()
        .spec()
        .contextWindow()
        .map(policy -> fitted(run, request, policy.within(run.agent().model().limits())))
        .orElse(request);
  }

  private LlmRequest fitted(Activation run, LlmRequest request, ContextWindowPolicy policy) {
    long budget = ContextBudget.of(policy, request, estimator);
    List<Message> messages = request.messages();
    long tokens =
        messages == run.history() ? run.window().tokens(estimator) : estimator.ofMessages(messages);
    if (tokens <= budget) {
      return request;
    }
    List<Message> sent = Truncation.of(messages, budget, policy.minRecentMessages(), estimator);
    LOG.log(
        Level.DEBUG,
        "run {0} sends {1} of {2} messages: about {3} tokens, and {4} fit",
        run.identity().runId(),
        sent.size(),
        messages.size(),
        tokens,
        budget);
    return request.withMessages(sent);
  }
}
