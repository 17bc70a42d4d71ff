package io.awaken.core.loop.inference;

import io.awaken.core.action.RefusedContext;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.context.ArtifactCompaction;
import io.awaken.core.context.TokenEstimator;
import io.awaken.core.context.Truncation.ContextBudget;
import io.awaken.core.context.Truncation.ContextSelection;
import io.awaken.core.context.Truncation.ContextShrink;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LeftOutMedia.Scope;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.ContextWindowPolicy;
import io.awaken.core.spec.ModelPoolSpec;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/**
 * Cuts long tool results in a request and leaves out what exceeds its agent's context window
 * (features rows 12, 147, 151), or what the model refused. The history stays unchanged. Stateless.
 */
final class ContextFit {

  private static final Logger LOG = System.getLogger(ContextFit.class.getName());

  private final TokenEstimator estimator;

  ContextFit(TokenEstimator estimator) {
    this.estimator = estimator;
  }

  /** The unchanged request when it fits or when the agent has no limit. */
  LlmRequest fitted(Activation run, LlmRequest request) {
    return policy(run).map(policy -> fitted(run, request, policy)).orElse(request);
  }

  private LlmRequest fitted(Activation run, LlmRequest request, ContextWindowPolicy policy) {
    List<Message> smaller = run.overflow().smaller();
    if (smaller != null) {
      run.overflow().sending(smaller);
      return request.withMessages(smaller);
    }
    List<Message> sent = fitting(run, request, policy);
    run.overflow().sending(sent);
    return sent == request.messages() ? request : request.withMessages(sent);
  }

  private List<Message> fitting(Activation run, LlmRequest request, ContextWindowPolicy policy) {
    long budget =
        Math.min(
            ContextBudget.of(policy, request, estimator),
            refused(run).tokenLimit(run.agent().model().id(), policy.maxContextTokens()));
    boolean own = request.messages() == run.history();
    List<Message> messages = shortened(run, request.messages(), own);
    long tokens = own ? run.window().sentTokens(estimator) : estimator.ofMessages(messages);
    if (tokens <= budget) {
      return messages;
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
    return sent;
  }

  /** Cuts long results that the model has answered. */
  private List<Message> shortened(Activation run, List<Message> messages, boolean own) {
    List<Message> sent = run.window().sent(estimator);
    return own
        ? sent
        : ArtifactCompaction.of(messages, run.window().unanswered(estimator), estimator);
  }

  private static RefusedContext refused(Activation run) {
    return run.value(RuntimeKeys.REFUSED_CONTEXT);
  }

  /**
   * Shrinks a request that the model refused as too long (features row 1040).
   *
   * @return whether it is smaller now; never for an agent that sends everything
   */
  boolean shrink(Activation run) {
    ContextWindowPolicy policy = policy(run).orElse(null);
    List<Message> refused = run.overflow().sent();
    if (policy == null || run.overflow().attempts() == ContextShrink.ATTEMPTS) {
      return false;
    }
    List<Message> smaller =
        ContextShrink.of(
            refused, run.overflow().attempts() + 1, policy.minRecentMessages(), estimator);
    if (smaller == refused) {
      return false;
    }
    long tokens = estimator.ofMessages(refused);
    run.overflow().shrunk(smaller, tokens);
    LOG.log(
        Level.INFO,
        "run {0}: the model refused about {1} tokens as too long; retrying with {2}",
        run.identity().runId(),
        tokens,
        estimator.ofMessages(smaller));
    return true;
  }

  /**
   * After a refusal, limits later requests to what the model accepted. A refusal by a fallback
   * model sets no limit, since the agent's own model may accept more.
   */
  void settle(Activation run) {
    List<Message> taken = run.overflow().smaller();
    if (taken != null && isOwn(run, run.overflow().refusedBy())) {
      policy(run)
          .ifPresent(
              policy ->
                  run.update(
                      RuntimeKeys.REFUSED_CONTEXT,
                      new RefusedContext(
                          run.agent().model().id(), policy.maxContextTokens(), bound(run, taken))));
    }
    run.overflow().settled();
  }

  /** Whether this is the agent's own model, possibly as a member of its pool. */
  private static boolean isOwn(Activation run, String modelId) {
    String own = run.agent().model().id();
    ModelPoolSpec pool = run.setup().registry().pools().get(own);
    return own.equals(modelId) || pool != null && pool.modelIds().contains(modelId);
  }

  /** One overlong message must not limit later requests more than necessary. */
  private long bound(Activation run, List<Message> taken) {
    long part = (long) (run.overflow().refusedTokens() * ContextShrink.PART);
    return Math.max(part, estimator.ofMessages(taken));
  }

  private static Optional<ContextWindowPolicy> policy(Activation run) {
    return run.agent()
        .spec()
        .contextWindow()
        .map(policy -> policy.within(run.agent().model().limits()));
  }

  /**
   * The request, with texts for earlier media if it were too long otherwise. Fails like a model's
   * refusal, so that plugins may shrink the history.
   *
   * @param limit of a request in bytes
   */
  LlmRequest sendable(Activation run, LlmRequest request, long limit) throws InferenceException {
    long system = MessageBytes.of(request.system());
    long messages =
        request.messages() == run.history()
            ? run.window().bytes()
            : MessageBytes.of(request.messages());
    LlmRequest sent = request;
    if (system + messages > limit) {
      sent = request.withoutMedia(Scope.EARLIER, media -> "the request is too long with it");
      messages = MessageBytes.of(sent.messages());
    }
    long bytes = system + messages;
    if (bytes > limit) {
      run.overflow().refused(run.agent().model().id());
      throw new InferenceException(
          InferenceException.Kind.CONTEXT_OVERFLOW,
          "the request to the model has %d bytes; at most %d are sent".formatted(bytes, limit),
          null);
    }
    return sent;
  }
}
