package io.awaken.core.loop;

import io.awaken.core.context.ArtifactCompaction;
import io.awaken.core.context.ContextBudget;
import io.awaken.core.context.ContextSelection;
import io.awaken.core.context.TokenEstimator;
import io.awaken.core.message.Message;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.ContextWindowPolicy;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/**
 * Cuts long tool results in a request, and leaves out what does not fit the context window of its
 * agent (features rows 12, 147, 151). The history stays as it is. Stateless.
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
    boolean own = request.messages() == run.history();
    List<Message> messages = shortened(run, request.messages(), own);
    long tokens = own ? run.window().sentTokens(estimator) : estimator.ofMessages(messages);
    if (tokens <= budget) {
      return messages == request.messages() ? request : request.withMessages(messages);
    }
    List<Message> sent =
        ContextSelection.of(messages, budget, policy.minRecentMessages(), estimator);
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

  /** With long results cut that the model has answered. */
  private List<Message> shortened(Activation run, List<Message> messages, boolean own) {
    List<Message> sent = run.window().sent(estimator);
    return own ? sent : ArtifactCompaction.of(messages, run.window().unanswered(), estimator);
  }
}
