package io.awaken.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.model.StopReason;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.Cost;
import io.awaken.core.spec.ModelPrices;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.testkit.CollectingSink;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The cost of a run whose model has prices. */
@Rows(1033)
class RunCostTest {

  private static final ModelPrices PRICES =
      new ModelPrices(new BigDecimal("0.1"), new BigDecimal("0.4"), null, null, null);

  private static RunResult run(ModelPrices prices, CollectingSink sink) {
    var model =
        new RecordingModel(
            Script.builder()
                .says("One,")
                .andUses(TokenUsage.of(7, 3))
                .andStops(StopReason.MAX_TOKENS)
                .says(" two.")
                .andUses(TokenUsage.of(11, 2)));
    try (AgentRuntime runtime =
        AgentRuntime.builder()
            .inMemory()
            .withAgentSpec(AgentSpec.of("a", "m"))
            .withModel(new ModelSpec("m", "p", "x", null, null, null, null, null, prices))
            .withProvider("p", model)
            .build()) {
      return runtime.run(RunRequest.of("a", "Count."), sink);
    }
  }

  @Test
  void aRunsCostIsThatOfItsCalls() {
    var sink = new CollectingSink();

    RunResult result = run(PRICES, sink);

    assertThat(result.response()).isEqualTo("One, two.");
    assertThat(result.cost()).isEqualTo(new Cost("0.0000038", "USD"));
    List<AgentEvent> events = sink.take();
    assertThat(events.stream().filter(AgentEvent.InferenceComplete.class::isInstance))
        .extracting(event -> ((AgentEvent.InferenceComplete) event).usage().cost().amount())
        .containsExactly("0.0000019", "0.0000019");
    assertThat(((AgentEvent.RunFinish) events.getLast()).result().cost()).isEqualTo(result.cost());
  }

  @Test
  void aRunOfAModelWithoutPricesHasNoCost() {
    assertThat(run(null, new CollectingSink()).cost()).isNull();
  }
}
