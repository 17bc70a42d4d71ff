package io.awaken.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.EventSink;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.model.InferenceException;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.Rows;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In an embedded runtime only the waiting caller continues a run. */
@Rows(1012)
class EmbeddedModelWaitTest {

  @Test
  @Timeout(30)
  void theCallersThreadWaitsForTheModelUntilTheRunIsCancelled() {
    var cancellation = new CancellationToken();
    try (var runtime =
        AgentRuntime.builder()
            .inMemory()
            .withAgentSpec(
                AgentSpec.builder("a", "m")
                    .section("retry", JsonNodeFactory.instance.objectNode())
                    .build())
            .withModel(new ModelSpec("m", "p", "any"))
            .withProvider(
                "p",
                (request, listener, token) -> {
                  throw new InferenceException(
                      InferenceException.Kind.RATE_LIMITED, "slow", Duration.ofMinutes(5), null);
                })
            .build()) {
      var result = runtime.run(RunRequest.of("a", "go"), cancelling(cancellation), cancellation);

      assertThat(result.termination()).isEqualTo(new TerminationReason.Cancelled());
    }
  }

  /** Cancels the run when it reports that it waits. */
  private static EventSink cancelling(CancellationToken cancellation) {
    return new EventSink() {
      @Override
      public void publish(StreamEvent event) {
        if (event.event() instanceof AgentEvent.ActivitySnapshot) {
          cancellation.cancel(CancellationToken.Reason.REQUESTED);
        }
      }

      @Override
      public void committed(long sequence) {}

      @Override
      public void close(boolean ended) {}
    };
  }
}
