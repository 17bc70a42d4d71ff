package io.awaken.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.action.CoreActions;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.testkit.CollectingSink;
import org.junit.jupiter.api.Test;

/** Overrides of model settings in a request. */
@Rows(138)
class RunOverridesTest {

  private final CollectingSink sink = new CollectingSink();
  private final RecordingModel model = new RecordingModel(Script.builder().says("ok").says("ok"));

  private AgentRuntimeBuilder runtime() {
    var inference =
        JsonNodeFactory.instance.objectNode().put("temperature", 0.5).put("max_tokens", 100);
    return AgentRuntime.builder()
        .inMemory()
        .withAgentSpec(AgentSpec.builder("a", "m").section("inference", inference).build())
        .withModel(new ModelSpec("m", "p", "small"))
        .withProvider("p", model);
  }

  private LlmRequest asked() {
    return model.requests().getLast();
  }

  @Test
  void overridesPrecedeTheAgentsSettingsForOneRun() {
    try (var runtime = runtime().build()) {
      var overrides =
          InferenceOverride.builder().upstreamModel("large").temperature(0).topP(0.1).build();
      var first = runtime.run(RunRequest.of("a", "hi").with(overrides), sink);

      assertThat(asked().model()).isEqualTo("large");
      assertThat(asked().parameters()).isEqualTo(new InferenceParameters(0.0, 0.1, 100, null));

      runtime.run(RunRequest.of("a", "and?").in(first.threadId()), sink);

      assertThat(asked().model()).isEqualTo("small");
      assertThat(asked().parameters()).isEqualTo(new InferenceParameters(0.5, null, 100, null));
    }
  }

  @Test
  void aPluginsSettingsForAStepPrecedeOverrides() {
    var plugin =
        new TestPlugin(
            "warm",
            parts ->
                parts.registerPhaseHook(
                    Phase.BEFORE_INFERENCE,
                    context ->
                        StateCommand.none()
                            .schedule(
                                CoreActions.SET_INFERENCE_OVERRIDE,
                                InferenceOverride.builder().temperature(1).build())));
    try (var runtime = runtime().withGlobalPlugin(plugin).build()) {
      var overrides = InferenceOverride.builder().temperature(0).maxTokens(7).build();
      runtime.run(RunRequest.of("a", "hi").with(overrides), sink);

      assertThat(asked().parameters()).isEqualTo(new InferenceParameters(1.0, null, 7, null));
    }
  }
}
