package io.awaken.core.model.recovery;

import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.model.ModelWatch;
import io.awaken.core.model.Pause;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * Recovers an answer that is interrupted after some of it was published (features rows 1000-1002).
 * Published text is never withdrawn: the model continues it. A partial call is never executed: an
 * event declares it void. Thread-safe.
 *
 * <p>A call that fails before its first piece is not recovered here, unless it continues an answer.
 */
public final class RecoveringExecutor implements LlmExecutor {

  private static final Logger LOG = System.getLogger(RecoveringExecutor.class.getName());

  /** Maximum total time that a started answer waits for models that require more than 10 s. */
  public static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  /** Message id of the partial answer, within a request only. */
  private static final String SO_FAR = "answer-so-far";

  /** The prompt after the partial answer. */
  static final String CONTINUE =
      "The connection broke off in the middle of your answer. Continue exactly where it stopped,"
          + " without repeating anything and without a comment on this.";

  /** The prompt after an interrupted tool call. */
  static final String CALL_AGAIN =
      "The connection broke off in the middle of a tool call of your answer, which was not"
          + " executed. Continue where the text stopped, without repeating anything, and make the"
          + " call again.";

  private final LlmExecutor executor;
  private final int maxRetries;
  private final Backoff backoff;
  private final Pause pause;
  private final Duration longest;
  private final ModelWatch watch;

  /** The wait before the model continues. */
  @FunctionalInterface
  public interface Backoff {
    /**
     * @param retry index of the retry, from 0
     * @param failure why the answer was interrupted
     */
    Duration before(int retry, InferenceException failure);
  }

  /**
   * @param executor calls the model
   * @param maxRetries maximum further calls of one answer; 0 for none
   * @param maxWait maximum wait of a run for its models; at most {@link #LONGEST_WAIT} of it for a
   *     started answer
   * @param ports waits, and the watch that receives interruptions
   */
  public RecoveringExecutor(
      LlmExecutor executor, int maxRetries, Backoff backoff, ModelPorts ports, Duration maxWait) {
    this.watch = ports.watch();
    this.executor = executor;
    this.longest = maxWait.compareTo(LONGEST_WAIT) < 0 ? maxWait : LONGEST_WAIT;
    this.maxRetries = maxRetries;
    this.backoff = backoff;
    this.pause = ports.pause();
  }

  @Override
  public StreamResult execute(
      LlmRequest request, LlmListener listener, CancellationToken cancellation)
      throws InferenceException {
    var kept = new RetainedParts();
    var waits = new BlockingWaits(pause, cancellation, longest);
    LlmRequest next = request;
    InferenceException broke = null;
    for (int retry = 0; ; retry++) {
      var pieces = new PublishedPieces(listener, waits, broke != null);
      try {
        return kept.with(executor.execute(next, pieces, cancellation));
      } catch (InferenceException e) {
        if (e.kind() == Kind.EMPTY_ANSWER && kept.any()) {
          // Nothing was missing but the end of the stream.
          return kept.with(e.soFar());
        }
        if (!e.kind().retryable() || !pieces.any() && broke == null) {
          // The history itself fits, so it must not be shrunk for the added parts.
          throw broke != null && e.kind() == Kind.CONTEXT_OVERFLOW ? broke : e;
        }
        broke = e;
        BrokenAnswer broken = pieces.broken(e);
        RecoveryPlan plan = RecoveryPlan.of(broken, kept.any());
        if (plan == RecoveryPlan.USE_CALLS) {
          watch.brokeOff(ModelWatch.Recovery.CALLS_MADE);
          log(e, "its complete calls are executed");
          return kept.with(broken.askingForCalls());
        }
        if (retry >= maxRetries) {
          watch.brokeOff(ModelWatch.Recovery.FAILED);
          log(e, "it failed after " + retry + " continuations");
          throw e;
        }
        Duration wait = backoff.before(retry, e);
        if (!waits.takes(wait)) {
          watch.brokeOff(ModelWatch.Recovery.FAILED);
          log(e, "the provider asks to wait for " + wait + ", which is too long; the answer fails");
          throw e;
        }
        listener.failedAttempt(e);
        watch.brokeOff(counted(plan));
        next = resume(request, plan, broken, kept, listener);
        log(
            e,
            describe(plan)
                + ", "
                + (retry + 1)
                + " of "
                + maxRetries
                + " in "
                + wait.toMillis()
                + " ms");
        waits.await(wait);
      }
    }
  }

  private static LlmRequest resume(
      LlmRequest request,
      RecoveryPlan plan,
      BrokenAnswer broken,
      RetainedParts kept,
      LlmListener listener) {
    if (plan == RecoveryPlan.RESTART) {
      kept.used(broken.answer().usage());
      listener.restarted();
      return request;
    }
    kept.add(broken);
    broken.cutCalls().forEach(listener::toolCallCancelled);
    return kept.next(request, SO_FAR, plan == RecoveryPlan.CUT_CALL ? CALL_AGAIN : CONTINUE);
  }

  private static ModelWatch.Recovery counted(RecoveryPlan plan) {
    return switch (plan) {
      case CONTINUE -> ModelWatch.Recovery.CONTINUED;
      case USE_CALLS -> ModelWatch.Recovery.CALLS_MADE;
      case CUT_CALL -> ModelWatch.Recovery.CALL_CUT;
      case RESTART -> ModelWatch.Recovery.RESTARTED;
    };
  }

  private static String describe(RecoveryPlan plan) {
    return plan == RecoveryPlan.RESTART ? "the model is called again" : "the model continues it";
  }

  private static void log(InferenceException failure, String then) {
    LOG.log(
        Level.WARNING,
        "an answer was interrupted ({0}): {1}; {2}",
        failure.kind().code(),
        failure.logLine(),
        then);
  }
}
