package io.awaken.core.loop.activation;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.run.RunSpec;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;

@Rows(138)
class RunSetupTest {

  private final RegistrySnapshot registry =
      Registries.with(
              AgentSpec.of("asked", "m"), AgentSpec.of("same", "m"), AgentSpec.of("far", "m2"))
          .snapshot();

  private InferenceOverride overridesOf(String working, InferenceOverride asked) {
    var own = AgentResolver.resolve(registry, "asked");
    var spec = RunSpec.of("asked", null, List.of()).withOverrides(asked);
    return new RunSetup(registry, own, List.of(), spec)
        .overrides(AgentResolver.resolve(registry, working));
  }

  @Test
  void aRequestedModelHoldsOnlyForAgentsOfItsProvider() {
    var asked = InferenceOverride.builder().upstreamModel("large").temperature(0).build();

    assertThat(overridesOf("asked", asked)).isEqualTo(asked);
    assertThat(overridesOf("same", asked)).isEqualTo(asked);
    assertThat(overridesOf("far", asked))
        .isEqualTo(InferenceOverride.builder().temperature(0).build());
  }

  @Test
  void otherRequestedSettingsHoldForEveryAgent() {
    var asked = InferenceOverride.builder().maxTokens(7).build();

    assertThat(overridesOf("far", asked)).isEqualTo(asked);
  }
}
