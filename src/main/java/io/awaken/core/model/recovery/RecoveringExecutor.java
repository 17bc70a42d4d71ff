package io.awaken.core.model.recovery;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.LlmRetryPolicy;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.model.Pause;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.run.CancellationToken;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

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
  private final RunObserver observer;

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
   * @param ports waits, and the observer that gets interruptions
   */
  public RecoveringExecutor(
      LlmExecutor executor, int maxRetries, Backoff backoff, ModelPorts ports, Duration maxWait) {
    this.observer = ports.observer();
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
          observer.answerBroken(RunObserver.Recovery.CALLS_MADE);
          log(e, "its complete calls are executed");
          return kept.with(broken.askingForCalls());
        }
        if (retry >= maxRetries) {
          observer.answerBroken(RunObserver.Recovery.FAILED);
          log(e, "it failed after " + retry + " continuations");
          throw e;
        }
        Duration wait = backoff.before(retry, e);
        if (!waits.takes(wait)) {
          observer.answerBroken(RunObserver.Recovery.FAILED);
          log(e, "the provider asks to wait for " + wait + ", which is too long; the answer fails");
          throw e;
        }
        listener.failedAttempt(e);
        observer.answerBroken(counted(plan));
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

  private static RunObserver.Recovery counted(RecoveryPlan plan) {
    return switch (plan) {
      case CONTINUE -> RunObserver.Recovery.CONTINUED;
      case USE_CALLS -> RunObserver.Recovery.CALLS_MADE;
      case CUT_CALL -> RunObserver.Recovery.CALL_CUT;
      case RESTART -> RunObserver.Recovery.RESTARTED;
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

  /** Forwards the pieces of one call and records what was published. For one thread. */
  static final class PublishedPieces extends LlmListener.Forwarding {

    private static final Logger LOG = System.getLogger(PublishedPieces.class.getName());

    private final BlockingWaits waits;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder reasoning = new StringBuilder(0);
    private final Set<String> begun = new LinkedHashSet<>();
    private final boolean goesOn;
    private boolean any;

    /**
     * @param waits the remaining waits of an answer whose run cannot be released
     * @param goesOn whether earlier calls have published a part of the answer
     */
    PublishedPieces(LlmListener listener, BlockingWaits waits, boolean goesOn) {
      super(listener);
      this.waits = waits;
      this.goesOn = goesOn;
    }

    /** Whether a piece was published. */
    boolean any() {
      return any;
    }

    /** The received part of the interrupted answer. */
    BrokenAnswer broken(InferenceException failure) {
      StreamResult answer = failure.soFar() == null ? received() : failure.soFar();
      var cut = new LinkedHashSet<>(begun);
      for (ToolCall call : answer.toolCalls()) {
        cut.remove(call.id());
      }
      return new BrokenAnswer(answer, cut);
    }

    /** For a model that does not report complete parts, no call counts as complete. */
    private StreamResult received() {
      List<ContentBlock> content = new ArrayList<>();
      if (!reasoning.isEmpty()) {
        content.add(new ContentBlock.Thinking(reasoning.toString()));
      }
      if (!text.isEmpty()) {
        content.add(new ContentBlock.Text(text.toString()));
      }
      return new StreamResult(content, List.of(), null, StopReason.END_TURN, !begun.isEmpty());
    }

    @Override
    protected void piece() {
      any = true;
    }

    @Override
    public void text(String delta) {
      text.append(delta);
      super.text(delta);
    }

    @Override
    public void reasoning(String delta) {
      reasoning.append(delta);
      super.reasoning(delta);
    }

    @Override
    public void toolCallStart(String callId, String name) {
      begun.add(callId);
      super.toolCallStart(callId, name);
    }

    /**
     * A partly published answer cannot be postponed, since its pieces would be published again: it
     * waits here for a while, or fails.
     */
    @Override
    public void longWait(InferenceException failure, Duration wait, Duration atMost)
        throws InferenceException {
      if (!any && !goesOn) {
        super.longWait(failure, wait, atMost);
        return;
      }
      if (any || !waits.takes(wait)) {
        throw failure;
      }
      failedAttempt(failure);
      LOG.log(
          Level.WARNING,
          "a partly published answer waits for {0} ({1}): {2}",
          wait,
          failure.kind().code(),
          failure.logLine());
      waits.await(wait);
    }
  }

  /**
   * The remaining blocking waits of one answer (features row 1173). A run with a partly published
   * answer cannot be released, so waits above {@link LlmRetryPolicy#LONGEST_HELD} block its thread,
   * up to a total limit. For one thread.
   */
  static final class BlockingWaits {

    private final Pause pause;
    private final CancellationToken cancellation;
    private Duration left;

    /**
     * @param most maximum total of waits above {@link LlmRetryPolicy#LONGEST_HELD}
     */
    BlockingWaits(Pause pause, CancellationToken cancellation, Duration most) {
      this.pause = pause;
      this.cancellation = cancellation;
      this.left = most;
    }

    /** Counts a wait and returns true if it may block the thread. */
    boolean takes(Duration wait) {
      if (wait.compareTo(LlmRetryPolicy.LONGEST_HELD) <= 0) {
        return true;
      }
      if (wait.compareTo(left) > 0) {
        return false;
      }
      left = left.minus(wait);
      return true;
    }

    /**
     * @throws io.awaken.core.run.RunCancelled as soon as the run is asked to stop
     */
    void await(Duration wait) {
      pause.await(wait, cancellation);
    }
  }

  /**
   * Snapshot of an interrupted answer.
   *
   * @param answer its complete parts
   * @param cutCalls provider ids of published, incomplete calls
   */
  record BrokenAnswer(StreamResult answer, Set<String> cutCalls) {

    List<ToolCall> calls() {
      return answer.toolCalls();
    }

    /** Whether a call was cut off. */
    boolean callCut() {
      return !cutCalls.isEmpty() || answer.hasIncompleteToolCalls();
    }

    /** Whether it has content to continue; some wires reject blank text. */
    boolean hasContent() {
      return answer.content().stream()
          .anyMatch(
              block ->
                  switch (block) {
                    case ContentBlock.Text text -> !text.text().isBlank();
                    case ContentBlock.Thinking thought -> false;
                    default -> true;
                  });
    }

    /**
     * Its content for continuation: reasoning at the end loses its signature, since providers
     * accept it only with following content.
     */
    List<ContentBlock> continuable() {
      var content = new ArrayList<>(answer.content());
      int end = content.size();
      while (end > 0 && content.get(end - 1) instanceof ContentBlock.Thinking thought) {
        content.remove(--end);
        if (!thought.thinking().isEmpty()) {
          content.add(end, new ContentBlock.Thinking(thought.thinking()));
        }
      }
      return content;
    }

    /** The answer reduced to its complete calls. */
    StreamResult askingForCalls() {
      return new StreamResult(
          answer.content(),
          answer.toolCalls(),
          answer.usage(),
          StopReason.TOOL_USE,
          callCut(),
          answer.providerMetadata(),
          answer.providerReason());
    }
  }

  /** The retained parts of one answer's interrupted calls. For one thread. */
  static final class RetainedParts {

    private final AnswerSoFar parts = new AnswerSoFar();
    private TokenUsage usage;

    void add(BrokenAnswer broken) {
      parts.add(broken.continuable());
      used(broken.answer().usage());
    }

    /** Tokens of an interrupted call; null when the provider had not reported them. */
    void used(TokenUsage more) {
      usage = sum(usage, more);
    }

    boolean any() {
      return !parts.content().isEmpty();
    }

    LlmRequest next(LlmRequest request, String messageId, String prompt) {
      return parts.next(request, messageId, prompt);
    }

    /** The complete answer: the retained parts and the last part. */
    StreamResult with(StreamResult last) {
      if (!any() && usage == null) {
        return last;
      }
      parts.add(last.content());
      return new StreamResult(
          parts.content(),
          last.toolCalls(),
          sum(usage, last.usage()),
          last.stopReason(),
          last.hasIncompleteToolCalls(),
          last.providerMetadata(),
          last.providerReason());
    }

    private static TokenUsage sum(TokenUsage one, TokenUsage other) {
      if (one == null || other == null) {
        return one == null ? other : one;
      }
      return one.plus(other);
    }
  }

  /** How an interrupted answer is recovered. */
  enum RecoveryPlan {
    /** Only text arrived: the model continues it. */
    CONTINUE,
    /** Some calls are complete: the answer is used without the interrupted call. */
    USE_CALLS,
    /** Text and a partial call arrived: the call is void, and the model continues the text. */
    CUT_CALL,
    /** Nothing arrived that can be continued: the model is called again from the start. */
    RESTART;

    /**
     * @param broken the interrupted call's answer
     * @param continued whether an earlier part of the answer is retained
     */
    static RecoveryPlan of(BrokenAnswer broken, boolean continued) {
      if (!broken.calls().isEmpty()) {
        return USE_CALLS;
      }
      if (!continued && !broken.hasContent()) {
        return RESTART;
      }
      return broken.callCut() ? CUT_CALL : CONTINUE;
    }
  }
}
