package io.awaken.core.model;

import io.awaken.core.run.CancellationToken;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks a model again when it fails, and then others in its place (features rows 33, 103-104).
 * Thread-safe.
 *
 * <p>Only a call that has streamed nothing is repeated: readers have seen every piece, and a second
 * answer would follow the first half of the first one. A model that cannot be asked at all, such as
 * for a wrong key, is not asked again but replaced; what is wrong with the request itself would be
 * wrong everywhere and fails at once.
 */
public final class RetryingExecutor implements LlmExecutor {

  private static final Logger LOG = System.getLogger(RetryingExecutor.class.getName());

  private final List<Target> targets;
  private final LlmRetryPolicy policy;
  private final Pause pause;

  /**
   * A model to be asked.
   *
   * @param executor asks it
   * @param upstreamModel its provider's name of it; null leaves that of the request
   */
  public record Target(LlmExecutor executor, String upstreamModel) {

    LlmRequest of(LlmRequest request) {
      return upstreamModel == null ? request : request.of(upstreamModel);
    }
  }

  /**
   * @param fallbacks the models of {@link LlmRetryPolicy#fallbackModels}, in order
   */
  public RetryingExecutor(
      LlmExecutor primary, List<Target> fallbacks, LlmRetryPolicy policy, Pause pause) {
    var all = new ArrayList<Target>();
    all.add(new Target(primary, null));
    all.addAll(fallbacks);
    this.targets = List.copyOf(all);
    this.policy = policy;
    this.pause = pause;
  }

  @Override
  public StreamResult execute(
      LlmRequest request, LlmListener listener, CancellationToken cancellation)
      throws InferenceException {
    var pieces = new FirstPiece(listener);
    for (int i = 0; ; i++) {
      Target target = targets.get(i);
      try {
        return withRetries(target.executor(), target.of(request), pieces, cancellation);
      } catch (InferenceException e) {
        if (pieces.seen() || !another(e.kind()) || i + 1 == targets.size()) {
          throw e;
        }
        pieces.failedAttempt(e);
        LOG.log(
            Level.WARNING,
            "model call failed ({0}); fallback {1} is asked: {2}",
            e.kind().code(),
            i + 1,
            e.logLine());
      }
    }
  }

  private StreamResult withRetries(
      LlmExecutor executor, LlmRequest request, FirstPiece pieces, CancellationToken cancellation)
      throws InferenceException {
    for (int attempt = 0; ; attempt++) {
      try {
        return executor.execute(request, pieces, cancellation);
      } catch (InferenceException e) {
        if (pieces.seen() || !e.kind().retryable() || attempt >= policy.maxRetries()) {
          throw e;
        }
        pieces.failedAttempt(e);
        Duration wait = policy.backoff(attempt, e.retryAfter());
        LOG.log(
            Level.INFO,
            "model call failed ({0}); retry {1} of {2} in {3} ms: {4}",
            e.kind().code(),
            attempt + 1,
            policy.maxRetries(),
            wait.toMillis(),
            e.logLine());
        pause.await(wait, cancellation);
      }
    }
  }

  /** Whether another model may do better. */
  private static boolean another(InferenceException.Kind kind) {
    return kind.retryable()
        || kind == InferenceException.Kind.UNAUTHORIZED
        || kind == InferenceException.Kind.MODEL_NOT_FOUND
        || kind == InferenceException.Kind.UNSUPPORTED_CONTENT;
  }
}
