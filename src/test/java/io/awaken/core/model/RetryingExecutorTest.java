package io.awaken.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.fixture.RecordedPieces;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Rows({33, 103, 104})
class RetryingExecutorTest {

  private final List<String> asked = new ArrayList<>();
  private final List<Duration> waits = new ArrayList<>();
  private final CancellationToken cancellation = new CancellationToken();
  private final RecordedPieces pieces = new RecordedPieces();

  @Test
  void aCallThatFailsIsRepeatedAfterADelayThatDoubles() throws InferenceException {
    var executor = executor(policy(3, 500), model("a", Kind.OVERLOADED, Kind.TIMEOUT, null));

    assertThat(ask(executor)).isEqualTo("answer of a");
    assertThat(asked).containsExactly("a:asked", "a:asked", "a:asked");
    assertThat(waits).containsExactly(Duration.ofMillis(500), Duration.ofMillis(1000));
  }

  @ParameterizedTest(name = "base {0}, attempt {1}: {2} ms")
  @CsvSource({"500,0,500", "500,3,4000", "500,4,8000", "500,40,8000", "8000,31,8000", "0,5,0"})
  void theDelayIsTheBaseDoubledPerAttemptAndAtMostEightSeconds(int base, int attempt, long delay) {
    assertThat(policy(2, base).backoff(attempt, null)).isEqualTo(Duration.ofMillis(delay));
  }

  @ParameterizedTest(name = "asked for {0} ms: {1} ms")
  @CsvSource({"100,500", "3000,3000", "60000,8000"})
  void aProviderThatAsksForMoreTimeGetsItWithinTheSameBound(long wanted, long delay) {
    assertThat(policy(2, 500).backoff(0, Duration.ofMillis(wanted)))
        .isEqualTo(Duration.ofMillis(delay));
  }

  @Test
  void whatNobodySaidHasItsDefault() {
    var policy = new LlmRetryPolicy(null, null, null);

    assertThat(policy.maxRetries()).isEqualTo(2);
    assertThat(policy.fallbackModels()).isEmpty();
    assertThat(policy.backoffBaseMs()).isEqualTo(500);
  }

  @Test
  void whenItsRetriesAreUsedUpEachFallbackIsAskedInOrderWithRetriesOfItsOwn()
      throws InferenceException {
    var executor =
        executor(
            policy(1, 0),
            model("a", Kind.OVERLOADED, Kind.OVERLOADED),
            model("b", Kind.RATE_LIMITED, Kind.RATE_LIMITED),
            model("c", Kind.PROVIDER, null));

    assertThat(ask(executor)).isEqualTo("answer of c");
    assertThat(asked).containsExactly("a:asked", "a:asked", "b:b-up", "b:b-up", "c:c-up", "c:c-up");
  }

  @Test
  void theLastFailureIsToldWhenNobodyAnswers() {
    var executor = executor(policy(0, 0), model("a", Kind.OVERLOADED), model("b", Kind.TIMEOUT));

    assertThat(catchThrowableOfType(InferenceException.class, () -> ask(executor)).kind())
        .isEqualTo(Kind.TIMEOUT);
  }

  @ParameterizedTest
  @EnumSource(names = {"CONTEXT_OVERFLOW", "INVALID_REQUEST", "CONTENT_FILTERED"})
  void whatIsWrongWithTheRequestIsNeitherRepeatedNorAskedElsewhere(Kind kind) {
    var executor = executor(policy(2, 0), model("a", kind), model("b", (Kind) null));

    assertThat(catchThrowableOfType(InferenceException.class, () -> ask(executor)).kind())
        .isEqualTo(kind);
    assertThat(asked).containsExactly("a:asked");
  }

  @ParameterizedTest
  @EnumSource(names = {"UNAUTHORIZED", "MODEL_NOT_FOUND"})
  void aModelThatCannotBeAskedAtAllIsReplacedAtOnce(Kind kind) throws InferenceException {
    var executor = executor(policy(2, 0), model("a", kind), model("b", (Kind) null));

    assertThat(ask(executor)).isEqualTo("answer of b");
    assertThat(asked).containsExactly("a:asked", "b:b-up");
  }

  @Test
  void onceAPieceWasStreamedNothingIsRepeated() {
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
            model("a", Kind.OVERLOADED), List.of(), policy(2, 8000), Pause.inRealTime());

    assertThatThrownBy(() -> ask(executor)).isInstanceOf(RunCancelled.class);
    assertThat(asked).hasSize(1);
  }

  private String ask(LlmExecutor executor) throws InferenceException {
    var request = new LlmRequest("asked", null, List.of(), List.of(), InferenceParameters.DEFAULT);
    var answer = executor.execute(request, pieces, cancellation);
    return ((ContentBlock.Text) answer.content().getFirst()).text();
  }

  private LlmExecutor executor(LlmRetryPolicy policy, LlmExecutor primary, LlmExecutor... others) {
    var fallbacks = new ArrayList<RetryingExecutor.Target>();
    for (int i = 0; i < others.length; i++) {
      fallbacks.add(new RetryingExecutor.Target(others[i], "bc".charAt(i) + "-up"));
    }
    return new RetryingExecutor(primary, fallbacks, policy, (time, token) -> waits.add(time));
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
