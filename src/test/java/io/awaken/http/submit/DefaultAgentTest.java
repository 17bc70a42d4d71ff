package io.awaken.http.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.spec.AgentSpec;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The agent for a front end that names none. */
class DefaultAgentTest {

  /** Agents of the server, the setting, what the request names, and who answers. */
  @ParameterizedTest
  @CsvSource({
    "clerk default, ,      clerk, clerk",
    "clerk default, ,      other, other",
    "clerk default, clerk, ,      clerk",
    "clerk default, gone,  ,      gone",
    "clerk default, ,      ,      default",
    "default,       ,      ,      default",
    "clerk,         ,      ,      clerk",
  })
  @Rows(237)
  void theAgentComesFromTheRequestTheSettingOrTheRegistry(
      String agents, String setting, String named, String answers) {
    var chosen = new DefaultAgent(() -> registry(agents.split(" ")), setting);
    assertThat(chosen.of(named, FieldNames.NATIVE)).isEqualTo(answers);
  }

  @Test
  void withSeveralAgentsAndNoDefaultTheRequestMustNameOne() {
    var chosen = new DefaultAgent(() -> registry("clerk", "teller"), null);
    assertThat(refusal(chosen, null))
        .extracting(Refusal::status, Refusal::field, Refusal::message)
        .containsExactly(400, "agent_id", "agent_id is required: the server has no default agent");
  }

  @Test
  void anInvalidIdIsRefused() {
    var chosen = new DefaultAgent(() -> registry("clerk"), null);
    assertThat(refusal(chosen, "no agent")).extracting(Refusal::field).isEqualTo("agent_id");
  }

  private static Refusal refusal(DefaultAgent chosen, String named) {
    var refused = new Refusal[1];
    assertThatThrownBy(() -> chosen.of(named, FieldNames.NATIVE))
        .isInstanceOfSatisfying(RefusedException.class, each -> refused[0] = each.refusal());
    return refused[0];
  }

  private static RegistrySnapshot registry(String... agents) {
    return Registries.with(
            Stream.of(agents)
                .map(id -> AgentSpec.builder(id, "m").build())
                .toArray(AgentSpec[]::new))
        .snapshot();
  }
}
