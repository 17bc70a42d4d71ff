package io.awaken.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.ModelChoice.ModelTarget;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.fixture.CountedFailures;
import io.awaken.fixture.RecordedPieces;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Rows({33, 103, 104})
class RetryingExecutorTest {

  private final List<String> asked = new ArrayList<>();
  private final CountedFailures counted = new CountedFailures();
  private final List<Duration> waits = new ArrayList<>();
  private final CancellationToken cancellation = new CancellationToken();
  private final RecordedPieces pieces = new RecordedPieces();
  private final AtomicLong nanos = new AtomicLong();
  private CircuitBreakers breakers = CircuitBreakers.none();
  private double chance;

  @Test
  void aCallThatFailsIsRepeatedAfterADelayThatDoubles() throws InferenceException {
    var executor = executor(policy(3, 500), model("a", Kind.PROVIDER, Kind.TIMEOUT, null));

    assertThat(ask(executor)).isEqualTo("answer of a");
    assertThat(asked).containsExactly("a:asked", "a:asked", "a:asked");
    assertThat(waits).containsExactly(Duration.ofMillis(500), Duration.ofMillis(1000));
  }

  @ParameterizedTest(name = "base {0}, attempt {1}: {2} ms")
  @CsvSource({"500,0,500", "500,3,4000", "500,4,8000", "500,40,8000", "8000,31,8000", "0,5,0"})
  void theDelayIsTheBaseDoubledPerAttemptAndAtMostEightSeconds(int base, int attempt, long delay) {
    assertThat(policy(2, base).backoff(attempt, failure(Kind.TIMEOUT), 0))
        .isEqualTo(Duration.ofMillis(delay));
  }

  @ParameterizedTest(name = "base {0}, attempt {1}: {2} ms")
  @CsvSource({"500,0,2000", "500,1,4000", "3000,0,3000", "0,0,0"})
  void afterAnOverloadTheDelayBeginsWithTwoSeconds(int base, int attempt, long delay) {
    assertThat(policy(2, base).backoff(attempt, failure(Kind.OVERLOADED), 0))
        .isEqualTo(Duration.ofMillis(delay));
  }

  @ParameterizedTest(name = "jitter {0}, chance {1}: {2} ms")
  @CsvSource({"0.5,0,4000", "0.5,0.5,3000", "1,0.75,1000", "0,0.99,4000"})
  void jitterShortensADelayByAtMostItsShare(double jitter, double by, long delay) {
    var policy = new LlmRetryPolicy(2, null, 4000, null, jitter, null, null, null);

    assertThat(policy.backoff(0, failure(Kind.TIMEOUT), by)).isEqualTo(Duration.ofMillis(delay));
  }

  @ParameterizedTest(name = "asked for {0} ms, chance {1}: {2} ms")
  @CsvSource({"100,0,500", "3000,0,3000", "3000,0.5,3075", "60000,0,60000", "60000,0.5,61500"})
  void theRetryDelayIsAtLeastTheRequiredWait(long wanted, double by, long delay) {
    var asks = new InferenceException(Kind.RATE_LIMITED, "slow", Duration.ofMillis(wanted), null);

    assertThat(policy(2, 500).backoff(0, asks, by)).isEqualTo(Duration.ofMillis(delay));
  }

  @Test
  void unsetValuesHaveDefaults() {
    var policy = new LlmRetryPolicy(null, null, null);

    assertThat(policy.maxRetries()).isEqualTo(2);
    assertThat(policy.fallbackModels()).isEmpty();
    assertThat(policy.backoffBaseMs()).isEqualTo(500);
    assertThat(policy.overloadedBaseMs()).isEqualTo(2000);
    assertThat(policy.jitter()).isEqualTo(0.5);
    assertThat(policy.maxWait()).isEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void fallbacksAreTriedInOrderWithTheirOwnRetries() throws InferenceException {
    var executor =
        executor(
            policy(1, 0),
            model("a", Kind.OVERLOADED, Kind.OVERLOADED),
            model("b", Kind.RATE_LIMITED, Kind.RATE_LIMITED),
            model("c", Kind.PROVIDER, null));

    assertThat(ask(executor)).isEqualTo("answer of c");
    assertThat(asked).containsExactly("a:asked", "a:asked", "b:b-up", "b:b-up", "c:c-up", "c:c-up");
    assertThat(counted.all())
        .containsExactly(
            "overloaded: SAME_MODEL",
            "overloaded: OTHER_MODEL",
            "rate_limited: SAME_MODEL",
            "rate_limited: OTHER_MODEL",
            "provider: SAME_MODEL");
  }

  @Test
  void theLastFailureIsReportedWhenNoModelAnswers() {
    var executor = executor(policy(0, 0), model("a", Kind.OVERLOADED), model("b", Kind.TIMEOUT));

    assertThat(catchThrowableOfType(InferenceException.class, () -> ask(executor)).kind())
        .isEqualTo(Kind.TIMEOUT);
  }

  @ParameterizedTest
  @EnumSource(names = {"CONTEXT_OVERFLOW", "INVALID_REQUEST", "CONTENT_FILTERED"})
  void anInvalidRequestIsNeitherRetriedNorSentToAFallback(Kind kind) {
    var executor = executor(policy(2, 0), model("a", kind), model("b", (Kind) null));

    assertThat(catchThrowableOfType(InferenceException.class, () -> ask(executor)).kind())
        .isEqualTo(kind);
    assertThat(asked).containsExactly("a:asked");
  }

  @ParameterizedTest
  @EnumSource(names = {"UNAUTHORIZED", "MODEL_NOT_FOUND"})
  void anUnusableModelIsReplacedAtOnce(Kind kind) throws InferenceException {
    var executor = executor(policy(2, 0), model("a", kind), model("b", (Kind) null));

    assertThat(ask(executor)).isEqualTo("answer of b");
    assertThat(asked).containsExactly("a:asked", "b:b-up");
  }

  @Test
  void nothingIsRepeatedAfterAPieceWasStreamed() {
    LlmExecutor breaksOff =
        (request, listener, token) -> {
          asked.add("a");
          listener.text("Hel");
          throw new InferenceException(Kind.STREAM_INTERRUPTED, "cut", null);
        };
    var executor = executor(policy(2, 0), breaksOff, model("b", (Kind) null));

    assertThat(catchThrowableOfType(InferenceException.class, () -> ask(executor)).kind())
        .isEqualTo(Kind.STREAM_INTERRUPTED);
    assertThat(asked).containsExactly("a");
    assertThat(pieces.pieces()).containsExactly("text:Hel");
  }

  @Test
  void aCancelledRunDoesNotWaitForItsRetry() {
    cancellation.cancel(CancellationToken.Reason.REQUESTED);
    var executor =
        new RetryingExecutor(
            List.of(ModelChoice.of(ModelTarget.asked("a", model("a", Kind.OVERLOADED)))),
            policy(2, 8000),
            ModelPorts.plain());

    assertThatThrownBy(() -> ask(executor)).isInstanceOf(RunCancelled.class);
    assertThat(asked).hasSize(1);
  }

  @Test
  void aRunThatIsCancelledDuringItsBackoffEndsAtOnce() throws Exception {
    var call =
        new FutureTask<String>(
            () ->
                ask(
                    new RetryingExecutor(
                        List.of(
                            ModelChoice.of(ModelTarget.asked("a", model("a", Kind.OVERLOADED)))),
                        new LlmRetryPolicy(2, null, 8000, 8000, 0.0, null, null, null),
                        ModelPorts.plain())));
    Thread thread = Thread.ofVirtual().start(call);
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }

    cancellation.cancel(CancellationToken.Reason.REQUESTED);

    assertThatThrownBy(() -> call.get(4, TimeUnit.SECONDS)).hasCauseInstanceOf(RunCancelled.class);
  }

  @Test
  @Rows(1012)
  void aModelThatRequiresMoreThanTenSecondsIsReplaced() throws InferenceException {
    var executor = executor(policy(2, 0), patient("a", 11), model("b", (Kind) null));

    assertThat(ask(executor)).isEqualTo("answer of b");
    assertThat(waits).isEmpty();
  }

  @Test
  @Rows(1012)
  void waitsUpToTenSecondsBlock() {
    var executor = executor(policy(1, 0), patient("a", 10));

    assertThat(catchThrowableOfType(InferenceException.class, () -> ask(executor)).kind())
        .isEqualTo(Kind.RATE_LIMITED);
    assertThat(waits).containsExactly(Duration.ofSeconds(10));
  }

  @Test
  @Rows(1012)
  void withoutAnotherModelTheShortestLongWaitIsTakenAndAllAreTriedAgain()
      throws InferenceException {
    var executor = executor(policy(2, 0), patient("a", 60, "then"), patient("b", 20));
    var taken = new ArrayList<Duration>();

    assertThat(ask(executor, new Waiting(taken))).isEqualTo("answer of a");
    assertThat(taken).containsExactly(Duration.ofSeconds(20));
    assertThat(asked).containsExactly("a:asked", "b:b-up", "a:asked");
  }

  @Test
  @Rows(1012)
  void aWaitAboveTheMaximumIsNotTaken() {
    var policy = new LlmRetryPolicy(2, null, 0, null, null, Duration.ofSeconds(30), null, null);
    var taken = new ArrayList<Duration>();

    assertThatThrownBy(() -> ask(executor(policy, patient("a", 31)), new Waiting(taken)))
        .isInstanceOf(InferenceException.class);
    assertThat(taken).isEmpty();
  }

  @Test
  @Rows(1012)
  void withoutRetriesThereIsNoWait() {
    var taken = new ArrayList<Duration>();

    assertThatThrownBy(() -> ask(executor(policy(0, 0), patient("a", 31)), new Waiting(taken)))
        .isInstanceOf(InferenceException.class);
    assertThat(taken).isEmpty();
  }

  @Test
  @Rows(105)
  void aModelThatFailedFiveTimesIsSkippedUntilItsCooldown() throws InferenceException {
    breakers = new CircuitBreakers(CircuitBreakerConfig.DEFAULT, nanos::get);
    LlmExecutor broken = always("a", Kind.PROVIDER);
    for (int i = 0; i < 5; i++) {
      ask(executor(policy(0, 0), broken, always("b", null)));
    }
    assertThat(breakers.openings()).isEqualTo(1);
    asked.clear();

    ask(executor(policy(0, 0), broken, always("b", null)));
    assertThat(asked).containsExactly("b:b-up");

    nanos.addAndGet(Duration.ofSeconds(30).toNanos());
    ask(executor(policy(0, 0), always("a", null), always("b", null)));
    assertThat(asked).containsExactly("b:b-up", "a:asked");
    assertThat(breakers.notClosed()).isEmpty();
  }

  @Test
  @Rows({105, 1013})
  void theCallFailsAtOnceWhenEveryModelIsPaused() {
    breakers = new CircuitBreakers(new CircuitBreakerConfig(1, Duration.ofMinutes(1), 1), () -> 0);
    var executor = executor(policy(3, 500), always("a", Kind.PROVIDER));

    assertThat(failure(executor)).isEqualTo(Kind.PROVIDER);
    assertThat(failure(executor)).isEqualTo(Kind.MODEL_UNAVAILABLE);
    assertThat(asked).hasSize(1);
    assertThat(breakers.notClosed()).containsOnlyKeys("a");
  }

  @Test
  @Rows({105, 1013})
  void aCallThatMayWaitIsRepeatedWhenAPausedModelMayBeTriedAgain() throws InferenceException {
    breakers =
        new CircuitBreakers(new CircuitBreakerConfig(1, Duration.ofMinutes(1), 1), nanos::get);
    failure(executor(policy(0, 0), always("a", Kind.PROVIDER)));
    nanos.addAndGet(Duration.ofSeconds(20).toNanos());
    var taken = new ArrayList<Duration>();

    assertThat(ask(executor(policy(0, 0), always("a", null)), new Waiting(taken, nanos)))
        .isEqualTo("answer of a");
    assertThat(taken).containsExactly(Duration.ofSeconds(40));
  }

  @Test
  @Rows({105, 1013})
  void withoutAMaximumWaitTheCallFailsAtOnceWhenEveryModelIsPaused() {
    breakers =
        new CircuitBreakers(new CircuitBreakerConfig(1, Duration.ofMinutes(1), 1), nanos::get);
    var policy = new LlmRetryPolicy(0, null, 0, null, null, Duration.ZERO, null, null);
    failure(executor(policy, always("a", Kind.PROVIDER)));
    var taken = new ArrayList<Duration>();

    assertThat(
            catchThrowableOfType(
                    InferenceException.class,
                    () -> ask(executor(policy, always("a", null)), new Waiting(taken, nanos)))
                .kind())
        .isEqualTo(Kind.MODEL_UNAVAILABLE);
    assertThat(taken).isEmpty();
  }

  @Test
  void anEmptyAnswerIsAskedForOnceMore() throws InferenceException {
    var answers = new ArrayDeque<>(List.of("", "better"));

    assertThat(ask(executor(policy(0, 0), saying(answers)))).isEqualTo("better");
    assertThat(answers).isEmpty();
  }

  @Test
  void aSecondEmptyAnswerFailsWithTheProvidersReason() {
    var answers = new ArrayDeque<>(List.of("", " \n", "too late"));

    InferenceException failure =
        catchThrowableOfType(
            InferenceException.class, () -> ask(executor(policy(3, 0), saying(answers))));

    assertThat(failure.kind()).isEqualTo(Kind.EMPTY_ANSWER);
    assertThat(failure.logLine()).contains("its stop reason is load");
    assertThat(failure.kind().retryable()).isTrue();
    assertThat(answers).containsExactly("too late");
  }

  @Test
  void anEmptyAnswerIsAnAnswerWhereTheAgentAllowsIt() throws InferenceException {
    var answers = new ArrayDeque<>(List.of("", "more"));
    var policy = new LlmRetryPolicy(0, null, 0, null, null, null, null, true);

    assertThat(ask(executor(policy, saying(answers)))).isEmpty();
    assertThat(answers).hasSize(1);
  }

  @Test
  void emptyAnswersOpenNoBreaker() {
    breakers = new CircuitBreakers(new CircuitBreakerConfig(1, Duration.ofMinutes(1), 1), () -> 0);
    failure(executor(policy(0, 0), saying(new ArrayDeque<>(List.of("", "")))));

    assertThat(breakers.notClosed()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"RATE_LIMITED", "CONTEXT_OVERFLOW", "INVALID_REQUEST", "CONTENT_FILTERED"})
  @Rows(105)
  void failuresUnrelatedToTheModelOpenNoBreaker(Kind kind) {
    breakers = new CircuitBreakers(new CircuitBreakerConfig(1, Duration.ofMinutes(1), 1), () -> 0);
    var executor = executor(policy(0, 0), always("a", kind));

    assertThat(failure(executor)).isEqualTo(kind);
    assertThat(failure(executor)).isEqualTo(kind);
  }

  @Test
  @Rows(105)
  void aCancelledTrialAllowsAnotherOne() throws InferenceException {
    breakers = new CircuitBreakers(new CircuitBreakerConfig(1, Duration.ZERO, 1), () -> 0);
    failure(executor(policy(0, 0), always("a", Kind.PROVIDER)));
    LlmExecutor cancelled =
        (request, listener, token) -> {
          throw new RunCancelled(CancellationToken.Reason.REQUESTED);
        };

    assertThatThrownBy(() -> ask(executor(policy(0, 0), cancelled)))
        .isInstanceOf(RunCancelled.class);
    assertThat(ask(executor(policy(0, 0), always("a", null)))).isEqualTo("answer of a");
  }

  private Kind failure(LlmExecutor executor) {
    return catchThrowableOfType(InferenceException.class, () -> ask(executor)).kind();
  }

  private static InferenceException failure(Kind kind) {
    return new InferenceException(kind, "failed", null);
  }

  /** Waits like a released run: the clock goes on. */
  private record Waiting(List<Duration> waits, AtomicLong nanos) implements LlmListener {
    private Waiting(List<Duration> waits) {
      this(waits, new AtomicLong());
    }

    @Override
    public void longWait(InferenceException failure, Duration wait, Duration atMost) {
      waits.add(wait);
      nanos.addAndGet(wait.toNanos());
    }

    @Override
    public void text(String delta) {}

    @Override
    public void reasoning(String delta) {}

    @Override
    public void toolCallStart(String callId, String name) {}

    @Override
    public void toolCallDelta(String callId, String argsDelta) {}
  }

  /** Requires this many seconds, the first time or each time. */
  private LlmExecutor patient(String name, int seconds, String... then) {
    LlmExecutor answers = always(name, null);
    return (request, listener, token) -> {
      if (then.length > 0 && asked.contains(name + ":" + request.model())) {
        return answers.execute(request, listener, token);
      }
      asked.add(name + ":" + request.model());
      throw new InferenceException(Kind.RATE_LIMITED, "slow", Duration.ofSeconds(seconds), null);
    };
  }

  private LlmExecutor always(String name, Kind failure) {
    return (request, listener, token) -> model(name, failure).execute(request, listener, token);
  }

  private String ask(LlmExecutor executor) throws InferenceException {
    return ask(executor, pieces);
  }

  private String ask(LlmExecutor executor, LlmListener listener) throws InferenceException {
    var request = new LlmRequest("asked", null, List.of(), List.of(), InferenceParameters.DEFAULT);
    var answer = executor.execute(request, listener, cancellation);
    return ((ContentBlock.Text) answer.content().getFirst()).text();
  }

  private LlmExecutor executor(LlmRetryPolicy policy, LlmExecutor primary, LlmExecutor... others) {
    var choices = new ArrayList<ModelChoice>();
    choices.add(ModelChoice.of(ModelTarget.asked("a", primary)));
    for (int i = 0; i < others.length; i++) {
      String name = "bc".substring(i, i + 1);
      choices.add(ModelChoice.of(ModelTarget.instead(name, others[i], name + "-up")));
    }
    var ports = new ModelPorts((time, token) -> waits.add(time), () -> chance, breakers, counted);
    return new RetryingExecutor(choices, policy, ports);
  }

  /** Answers with these texts, one per call. */
  private static LlmExecutor saying(Deque<String> texts) {
    return (request, listener, token) ->
        new StreamResult(
            List.of(new ContentBlock.Text(texts.pop())),
            List.of(),
            null,
            StopReason.END_TURN,
            false,
            null,
            "load");
  }

  /** Fails in these ways, one per call; null answers. */
  private LlmExecutor model(String name, Kind... failures) {
    Deque<List<Kind>> left = new ArrayDeque<>();
    Arrays.stream(failures).forEach(kind -> left.add(kind == null ? List.of() : List.of(kind)));
    return (request, listener, token) -> {
      asked.add(name + ":" + request.model());
      for (Kind kind : left.pop()) {
        throw new InferenceException(kind, "failed", null);
      }
      return new StreamResult(
          List.of(new ContentBlock.Text("answer of " + name)),
          List.of(),
          null,
          StopReason.END_TURN,
          false);
    };
  }

  private static LlmRetryPolicy policy(int retries, int base) {
    return new LlmRetryPolicy(retries, List.of(), base);
  }
}
