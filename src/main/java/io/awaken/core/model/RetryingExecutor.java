package io.awaken.core.model;

import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LeftOutMedia.Scope;
import io.awaken.core.model.ModelChoice.ModelTarget;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.run.CancellationToken;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
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

  /** One call of a {@link RetryingExecutor}, from model to model. Used by one thread. */
  static final class ModelCall {

    private static final Logger LOG = System.getLogger(ModelCall.class.getName());

    private final List<ModelChoice> choices;
    private final LlmRetryPolicy policy;
    private final ModelPorts ports;
    private final LlmRequest request;
    private final FirstPiece pieces;
    private final CancellationToken cancellation;

    /** The models that refused media of the current input. */
    private final List<Refusing> refusing = new ArrayList<>(0);

    /** Whether one of the calls was a trial of a paused model. */
    private boolean trial;

    /** The last failure; null before the first. */
    private InferenceException last;

    /** The shortest required wait above {@link LlmRetryPolicy#LONGEST_HELD}, with its failure. */
    private Patience patience;

    private record Refusing(ModelTarget target, CircuitBreaker breaker) {}

    private record Patience(Duration time, InferenceException asked) {}

    ModelCall(
        List<ModelChoice> choices,
        LlmRetryPolicy policy,
        ModelPorts ports,
        LlmRequest request,
        FirstPiece pieces,
        CancellationToken cancellation) {
      this.choices = choices;
      this.policy = policy;
      this.ports = ports;
      this.request = request;
      this.pieces = pieces;
      this.cancellation = cancellation;
    }

    /** Tries all models, and again after a wait that one of them required. */
    StreamResult ask() throws InferenceException {
      while (true) {
        StreamResult answer = askInOrder();
        answer = answer == null ? withoutMedia() : answer;
        if (answer != null) {
          return answer;
        }
        if (last == null) {
          postpone(
              new InferenceException(
                  Kind.MODEL_UNAVAILABLE, "every model is paused after repeated failures", null));
        } else if (patience == null
            && last.kind().indicatesOutage()
            && (trial || pieces.waited())) {
          // A node that was restarted first has to learn that its models are away.
          postpone(last);
        }
        if (patience == null || patience.time().compareTo(policy.maxWait()) > 0) {
          throw last;
        }
        ports.observer().modelRetried(patience.asked().kind().code(), RunObserver.Next.LATER);
        pieces.longWait(patience.asked(), patience.time(), policy.maxWait());
        last = null;
        patience = null;
      }
    }

    /** The call may be repeated when the first of the breakers permits a trial. */
    private void postpone(InferenceException failure) {
      last = failure;
      Duration wait =
          choices.stream()
              .flatMap(choice -> choice.order(request.conversation()).stream())
              .map(target -> ports.breakers().of(target.breaker()).untilTrial())
              .min(Duration::compareTo)
              .orElse(LlmRetryPolicy.MAX_BACKOFF);
      patience = new Patience(policy.later(wait, ports.chance().getAsDouble()), last);
    }

    /** Null when no model answered. */
    private StreamResult askInOrder() throws InferenceException {
      for (ModelChoice choice : choices) {
        int left = choice.most();
        Iterator<ModelTarget> order = choice.order(request.conversation()).iterator();
        while (left > 0 && order.hasNext()) {
          ModelTarget target = order.next();
          CircuitBreaker breaker = ports.breakers().of(target.breaker());
          if (!breaker.permits()) {
            LOG.log(
                Level.DEBUG, "model {0} is skipped: its circuit breaker is open", target.modelId());
            continue;
          }
          left--;
          trial |= breaker.state() == CircuitBreaker.State.HALF_OPEN;
          notifyNext(target, breaker);
          try {
            return withRetries(target, breaker, left > 0 && order.hasNext(), Scope.EARLIER);
          } catch (InferenceException e) {
            if (pieces.seen() || !another(e.kind())) {
              throw e;
            }
            last = e;
            if (e.kind() == Kind.UNSUPPORTED_CONTENT) {
              refusing.add(new Refusing(target, breaker));
            }
          }
        }
      }
      return null;
    }

    /**
     * Asks the models that refused media of the input once more, with a text instead: an answer
     * about the rest helps more than none. Only in a conversation; a plugin that asks about an
     * image must not get an answer about a text.
     *
     * @return null when no model answered
     */
    private StreamResult withoutMedia() throws InferenceException {
      if (request.conversation() == null) {
        return null;
      }
      List<Refusing> asked = List.copyOf(refusing);
      refusing.clear();
      for (Refusing each : asked) {
        if (each.breaker().permits()) {
          notifyNext(each.target(), each.breaker());
          try {
            return withRetries(each.target(), each.breaker(), false, Scope.ALL);
          } catch (InferenceException e) {
            if (pieces.seen() || !another(e.kind())) {
              throw e;
            }
            last = e;
          }
        }
      }
      return null;
    }

    private void notifyNext(ModelTarget target, CircuitBreaker breaker) throws InferenceException {
      if (last == null) {
        return;
      }
      try {
        pieces.failedAttempt(last);
      } catch (InferenceException | RuntimeException | Error e) {
        breaker.undecided();
        throw e;
      }
      ports.observer().modelRetried(last.kind().code(), RunObserver.Next.OTHER_MODEL);
      LOG.log(
          Level.WARNING,
          "model call failed ({0}); falling back to {1}: {2}",
          last.kind().code(),
          target.modelId(),
          last.logLine());
    }

    /**
     * @param others whether the pool has other members
     */
    private StreamResult withRetries(
        ModelTarget target, CircuitBreaker breaker, boolean others, Scope replaceable)
        throws InferenceException {
      for (int attempt = 0; ; attempt++) {
        try {
          return callOnce(target, breaker, replaceable);
        } catch (InferenceException e) {
          Duration wait = policy.backoff(attempt, e, ports.chance().getAsDouble());
          if (pieces.seen() || tooLong(e, wait) || !again(e.kind(), attempt, others)) {
            throw e;
          }
          pieces.failedAttempt(e);
          ports.observer().modelRetried(e.kind().code(), RunObserver.Next.SAME_MODEL);
          LOG.log(
              Level.INFO,
              "model call failed ({0}); retry {1} of {2} in {3} ms: {4}",
              e.kind().code(),
              attempt + 1,
              e.kind() == Kind.EMPTY_ANSWER ? 1 : policy.maxRetries(),
              wait.toMillis(),
              e.logLine());
          ports.pause().await(wait, cancellation);
          if (!breaker.permits()) {
            throw e;
          }
        }
      }
    }

    /** Reports the outcome to its breaker. */
    private StreamResult callOnce(ModelTarget target, CircuitBreaker breaker, Scope replaceable)
        throws InferenceException {
      boolean notified = false;
      try {
        pieces.calling(target.modelId());
        StreamResult answer = execute(target.executor(), target.of(request), replaceable);
        requireAnswer(answer);
        notified = true;
        breaker.succeeded();
        return answer;
      } catch (InferenceException e) {
        if (e.kind().indicatesUnhealthyModel()) {
          notified = true;
          breaker.failed(e);
        }
        throw e;
      } finally {
        if (!notified) {
          breaker.undecided();
        }
      }
    }

    private void requireAnswer(StreamResult answer) throws InferenceException {
      if (!answer.isEmpty() || policy.allowEmptyAnswer()) {
        return;
      }
      String reason = answer.providerReason() == null ? "unknown" : answer.providerReason();
      throw new InferenceException(
              Kind.EMPTY_ANSWER,
              "the model answered with nothing; its stop reason is " + reason,
              null)
          .after(answer);
    }

    /** Media that the model cannot take becomes a text, also if only the provider knows that. */
    private StreamResult execute(LlmExecutor model, LlmRequest asked, Scope replaceable)
        throws InferenceException {
      if (asked.conversation() == null) {
        return model.execute(asked, pieces, cancellation);
      }
      LlmRequest sent =
          asked.withoutMedia(
              replaceable,
              media -> {
                String defect = LeftOutMedia.defect(media);
                return defect == null ? model.refuses(asked.model(), media) : defect;
              });
      try {
        return model.execute(sent, pieces, cancellation);
      } catch (InferenceException e) {
        LlmRequest texts =
            sent.withoutMedia(replaceable, media -> "the provider refused the request");
        if (pieces.seen() || !mediaMayBeTheReason(e.kind()) || texts == sent) {
          throw e;
        }
        pieces.failedAttempt(e);
        LOG.log(
            Level.WARNING,
            "model call failed ({0}); repeating it without media: {1}",
            e.kind().code(),
            e.logLine());
        return model.execute(texts, pieces, cancellation);
      }
    }

    private static boolean mediaMayBeTheReason(Kind kind) {
      return kind == Kind.INVALID_REQUEST
          || kind == Kind.UNSUPPORTED_CONTENT
          || kind == Kind.CONTENT_FILTERED
          || kind == Kind.CONTEXT_OVERFLOW;
    }

    /**
     * A failure that only time repairs is left to other members of the pool. An empty answer is
     * repeated once, whatever the policy: the next one seldom is empty, too.
     */
    private boolean again(Kind kind, int attempt, boolean others) {
      if (kind == Kind.EMPTY_ANSWER) {
        return attempt == 0;
      }
      return kind.retryable()
          && attempt < policy.maxRetries()
          && !(others && kind == Kind.RATE_LIMITED);
    }

    /**
     * Whether the required wait is too long to block a thread, so that other models are tried
     * first. It is recorded in any case: when no other model is left, the shortest such wait
     * applies.
     */
    private boolean tooLong(InferenceException e, Duration wait) {
      boolean waits = e.kind().retryable() && policy.maxRetries() > 0;
      if (!waits || wait.compareTo(LlmRetryPolicy.LONGEST_HELD) <= 0) {
        return false;
      }
      if (patience == null || wait.compareTo(patience.time()) < 0) {
        patience = new Patience(wait, e);
      }
      return true;
    }

    /** Whether another model may succeed. */
    private static boolean another(Kind kind) {
      return kind.retryable()
          || kind == Kind.UNAUTHORIZED
          || kind == Kind.MODEL_NOT_FOUND
          || kind == Kind.UNSUPPORTED_CONTENT;
    }
  }

  /** Forwards pieces and records whether there was one. Used by one thread. */
  static final class FirstPiece extends LlmListener.Forwarding {
    private boolean seen;

    FirstPiece(LlmListener listener) {
      super(listener);
    }

    boolean seen() {
      return seen;
    }

    @Override
    protected void piece() {
      seen = true;
    }
  }
}
