package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.message.Message;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmRequest;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.eclipse.microprofile.faulttolerance.Bulkhead;
import org.eclipse.microprofile.faulttolerance.Timeout;
import org.junit.jupiter.api.Test;

/** Tests of providers; container tests cover the server's limits. */
@org.junit.jupiter.api.Timeout(30)
class ProviderProbeTest {

  private final ProviderProbe probe = new ProviderProbe();

  @Test
  @Rows(1034)
  void aModelGetsAMinimalRequest() throws Exception {
    var model = new RecordingModel(Script.builder().says("Yes."));

    probe.ask(model, "large-4");

    LlmRequest asked = model.requests().getFirst();
    assertThat(asked.model()).isEqualTo("large-4");
    assertThat(asked.system()).isNull();
    assertThat(asked.messages()).extracting(Message::text).containsExactly("Say yes.");
    assertThat(asked.tools()).isEmpty();
    assertThat(asked.parameters().maxTokens()).isEqualTo(16);
  }

  @Test
  @Rows(1035)
  void aListHasTheProvidersModels() throws Exception {
    assertThat(probe.models((most, stops) -> List.of("at most " + most), 7))
        .containsExactly("at most 7");
  }

  @Test
  @Rows(1034)
  void aFailureKeepsItsKindAndDefaultsToTheProvider() {
    assertThatThrownBy(
            () ->
                probe.ask(new RecordingModel(Script.builder().fails(Kind.UNAUTHORIZED)), "large-4"))
        .isInstanceOfSatisfying(
            InferenceException.class,
            failure -> assertThat(failure.kind()).isEqualTo(Kind.UNAUTHORIZED));
    assertThatThrownBy(
            () ->
                probe.models(
                    (most, stops) -> {
                      throw new IllegalStateException("broken");
                    },
                    1))
        .isInstanceOfSatisfying(
            InferenceException.class,
            failure -> assertThat(failure.kind()).isEqualTo(Kind.PROVIDER));
  }

  @Test
  @Rows(1034)
  void aTimeoutCancelsTheRequest() throws Exception {
    var asked = new CountDownLatch(1);
    var ended = new CountDownLatch(1);
    Thread waits = Thread.currentThread();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                asked.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              waits.interrupt();
            });

    assertThatThrownBy(
            () ->
                probe.models(
                    (most, stops) -> {
                      stops.onCancel(ended::countDown);
                      asked.countDown();
                      awaitEnd(ended);
                      return List.of();
                    },
                    1))
        .isInstanceOf(InterruptedException.class);
    ended.await();
  }

  private static void awaitEnd(CountDownLatch ended) {
    try {
      ended.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @Rows({1034, 1035})
  void bothRequestsAreLimitedInTimeAndNumber() {
    assertThat(
            Stream.of(ProviderProbe.class.getDeclaredMethods())
                .filter(method -> List.of("ask", "models").contains(method.getName())))
        .hasSize(2)
        .allMatch(method -> method.isAnnotationPresent(Timeout.class))
        .allMatch(method -> method.isAnnotationPresent(Bulkhead.class));
  }
}
