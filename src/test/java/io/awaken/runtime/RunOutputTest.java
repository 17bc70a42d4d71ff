package io.awaken.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ContextWindowPolicy;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.Formats;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.testkit.CollectingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers as objects, for programs. */
@Rows(1021)
class RunOutputTest {

  /** The type that the program expects. */
  record Trip(String city, int days) {}

  private static final InferenceOverride TRIP =
      InferenceOverride.builder().responseFormat(Formats.CITY).build();

  private RecordingModel model;

  private AgentRuntime runtime(AgentSpec agent, String... answers) {
    var script = Script.builder();
    for (String answer : answers) {
      script.says(answer);
    }
    model = new RecordingModel(script);
    return AgentRuntime.builder()
        .inMemory()
        .withAgentSpec(agent)
        .withModel(new ModelSpec("m", "p", "small"))
        .withProvider("p", model)
        .build();
  }

  private RunResult run(InferenceOverride overrides, String... answers) {
    try (var runtime = runtime(AgentSpec.of("a", "m"), answers)) {
      return runtime.run(RunRequest.of("a", "Where?").with(overrides), new CollectingSink());
    }
  }

  @Test
  void anAnswerIsAnObjectOfTheRequestedType() {
    RunResult result = run(TRIP, "{\"city\":\"Bern\",\"days\":2,\"more\":true}");

    assertThat(result.output(Trip.class)).isEqualTo(new Trip("Bern", 2));
  }

  @Test
  void aRunWithoutSuchAnAnswerHasAReason() {
    RunResult result = run(TRIP, "Bern", "Bern!");

    assertThatThrownBy(() -> result.output(Trip.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("output_invalid");
    assertThat(result.response()).isEqualTo("Bern!");
  }

  @Test
  void anAnswerOfAnotherTypeIsRefused() {
    RunResult result = run(InferenceOverride.NONE, "Bern");

    assertThatThrownBy(() -> result.output(Trip.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("is not a Trip");
  }

  @Test
  @Rows(1020)
  void anInvalidFormatIsRefusedBeforeTheStart() {
    var broken = InferenceOverride.builder().responseFormat(ResponseFormat.of("a b", null)).build();

    assertThatThrownBy(() -> run(broken, "{}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("response_format.name must have 1 to 64 letters, digits, '_' and '-' only");
    assertThat(model.requests()).isEmpty();
  }

  @Test
  @Rows(1020)
  void anAgentWithAnInvalidFormatIsRefused() {
    var array = JsonNodeFactory.instance.objectNode().put("type", "array");
    AgentSpec agent =
        AgentSpec.builder("a", "m").responseFormat(ResponseFormat.of("list", array)).build();

    assertThatThrownBy(() -> runtime(agent, "[]"))
        .hasMessageContaining(
            "agent a: response_format.schema must describe an object: \"type\" is not \"object\"");
  }

  @ParameterizedTest
  @Rows(110)
  @ValueSource(booleans = {true, false})
  void theAgentDecidesAboutTheProvidersCache(boolean cache) {
    AgentSpec agent =
        AgentSpec.builder("a", "m")
            .contextPolicy(new ContextWindowPolicy(null, null, null, cache, null, null, null))
            .build();
    try (var runtime = runtime(agent, "ok")) {
      runtime.run(RunRequest.of("a", "Where?"), new CollectingSink());
    }

    assertThat(model.requests().getFirst().promptCache()).isEqualTo(cache);
  }
}
