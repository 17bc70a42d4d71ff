package io.awaken.builtin.stop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.ResolveError;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.spec.AgentSpec;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

@Rows(141)
class StopResolutionTest {

  private static final Plugin PLUGIN = new StopConditionPlugin(InstantSource.system());

  @Test
  void anAgentThatDeclaresConditionsHasThePluginWithoutNamingIt() {
    var registry = Registries.with(declaring(rounds(3))).named(PLUGIN).snapshot();

    assertThat(AgentResolver.resolve(registry, "a").env().keys())
        .anyMatch(key -> key.name().equals(StopConditionPlugin.STATS.name()));
  }

  @Test
  void anInvalidConditionRefusesItsAgentNamingThePosition() {
    JsonNode broken =
        JsonNodeFactory.instance
            .objectNode()
            .put("type", "content_match")
            .put("pattern", "*nothing");
    var registry = Registries.with(declaring(rounds(3), broken)).named(PLUGIN).snapshot();

    assertThat(error(registry))
        .isEqualTo(
            new ResolveError.InvalidPluginConfig(
                "a",
                "stop-condition",
                "stop_conditions",
                "stop_conditions[1].pattern: is no regular expression: Dangling meta character '*'"
                    + " at position 1"));
  }

  @Test
  void impossibleLimitsRefuseTheAgent() {
    assertThat(error(Registries.with(declaring(rounds(3))).snapshot()))
        .isEqualTo(new ResolveError.PluginNotFound("a", "stop-condition"));
  }

  private static ResolveError error(io.awaken.core.agent.RegistrySnapshot registry) {
    return catchThrowableOfType(ResolveException.class, () -> AgentResolver.resolve(registry, "a"))
        .error();
  }

  private static AgentSpec declaring(JsonNode... conditions) {
    return AgentSpec.builder("a", "m").stopConditions(List.of(conditions)).build();
  }

  private static JsonNode rounds(int rounds) {
    return JsonNodeFactory.instance.objectNode().put("type", "max_rounds").put("rounds", rounds);
  }
}
