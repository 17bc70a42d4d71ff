package io.awaken.builtin.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.RemoteAgents;
import io.awaken.core.agent.ResolveError;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.spec.A2aServerSpec;
import io.awaken.core.spec.AgentSpec;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The agents that may be started as tasks must exist. */
@Rows({16, 38, 1300})
class TaskSectionTest {

  private static final AgentSpec WORKER = AgentSpec.of("b", "m");

  private static AgentSpec agent(String... tasks) {
    ObjectNode section = JsonNodeFactory.instance.objectNode();
    List.of(tasks).forEach(section.putArray("agents")::add);
    return AgentSpec.builder("a", "m").plugins(TasksPlugin.NAME).section("tasks", section).build();
  }

  private static RegistrySnapshot registry(AgentSpec... agents) {
    return Registries.with(agents).named(new TasksPlugin()).snapshot();
  }

  /** A later snapshot with these agents only. */
  private static RegistrySnapshot after(RegistrySnapshot earlier, AgentSpec agent) {
    return earlier.withDocuments(
        Map.of(agent.id(), agent),
        earlier.models(),
        Map.of(),
        earlier.executors(),
        earlier.providers());
  }

  private static ResolveError refusal(RegistrySnapshot registry) {
    return catchThrowableOfType(ResolveException.class, () -> AgentResolver.resolve(registry, "a"))
        .error();
  }

  @Test
  void anAgentThatNamesOneThatDoesNotExistIsRefused() {
    ResolveError error = refusal(registry(agent("b", "x"), WORKER));

    assertThat(error)
        .isEqualTo(
            new ResolveError.InvalidPluginConfig(
                "a", TasksPlugin.NAME, "tasks", "agents[1] 'x' does not exist"));
    assertThat(error.message())
        .isEqualTo(
            "section tasks of agent a does not fit background_tasks: agents[1] 'x' does not exist");
  }

  @Test
  void itIsRefusedAsSoonAsTheOtherIsRemoved() {
    AgentSpec agent = agent("b");
    RegistrySnapshot both = registry(agent, WORKER);
    assertThatCode(() -> AgentResolver.resolve(both, "a")).doesNotThrowAnyException();

    assertThat(refusal(after(both, agent)).message()).endsWith("agents[0] 'b' does not exist");
  }

  @Test
  void aRunThatHasBegunGoesOnWithoutTheOther() {
    AgentSpec agent = agent("b");
    RegistrySnapshot both = registry(agent, WORKER);

    RegistrySnapshot pinned = after(both, agent).pinned("a", both.resolution("a"));

    assertThatCode(() -> AgentResolver.resolve(pinned, "a")).doesNotThrowAnyException();
  }

  @Test
  void anAgentOfAServerMayBeNamedBeforeTheServerIsReached() {
    var far = new A2aServerSpec("far", "https://far.example", null, null, null, null, null, null);
    RegistrySnapshot registry =
        registry(agent("far-writer")).withRemote(RemoteAgents.NONE.with(List.of(far)));

    assertThatCode(() -> AgentResolver.resolve(registry, "a")).doesNotThrowAnyException();
  }
}
