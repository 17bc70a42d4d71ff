package io.awaken.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.spec.A2aServerSpec;
import io.awaken.core.spec.A2aServerSpec.Filter;
import io.awaken.core.spec.A2aServerSpec.Offer;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ToolPattern;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Agents of other servers in the registry. */
@Rows({29, 38, 195})
class RemoteAgentsTest {

  private final AgentSpec local = AgentSpec.of("local", "m");

  private static A2aServerSpec server(String id, String prefix, Filter filter) {
    return new A2aServerSpec(
        id, "https://" + id + ".example", null, null, filter, prefix, null, null);
  }

  private static LiveRegistry registry(List<A2aServerSpec> servers, AgentSpec... agents) {
    return LiveRegistry.of(
        Registries.with(agents).snapshot().withRemote(RemoteAgents.NONE.with(servers)));
  }

  private static List<Offer> offers(String... names) {
    return List.of(names).stream().map(name -> new Offer(name, "The " + name + ".")).toList();
  }

  @Test
  void whatAServerOffersIsAddedReplacedAndRemovedWithoutTouchingOthers() {
    LiveRegistry registry = registry(List.of(server("far", null, null)), local);
    var found = new FoundAgents(registry);
    assertThat(registry.get().agents()).containsOnlyKeys("local");

    found.accept("far", offers("a", "b"));
    assertThat(registry.get().agents()).containsOnlyKeys("far-a", "far-b", "local");
    long version = registry.version().number();
    found.accept("far", offers("a", "b"));
    assertThat(registry.version().number()).as("nothing changed").isEqualTo(version);

    found.accept("far", offers("b", "c"));
    assertThat(registry.get().agents()).containsOnlyKeys("far-b", "far-c", "local");
    assertThat(registry.get().agents().get("far-c").registry()).isEqualTo("far");
  }

  @ParameterizedTest
  @CsvSource({
    // include, exclude, prefix, agents
    "*, , , far-read far-write far-x",
    "re*, , , far-read",
    "*, w*, , far-read far-x",
    "*, *, , ''",
    "*, , my_, my_read my_write my_x",
  })
  void theDocumentChoosesAndNames(String include, String exclude, String prefix, String ids) {
    var filter =
        new Filter(
            List.of(ToolPattern.of(include)),
            exclude == null ? null : List.of(ToolPattern.of(exclude)));
    LiveRegistry registry = registry(List.of(server("far", prefix, filter)));

    new FoundAgents(registry).accept("far", offers("read", "write", "x"));

    assertThat(String.join(" ", registry.get().agents().keySet())).isEqualTo(ids);
  }

  @Test
  void anIdThatIsTakenIsLeftOutNamingBothOnce() {
    LiveRegistry registry =
        registry(
            List.of(server("one", "x-", null), server("two", "x-", null)),
            AgentSpec.of("x-own", "m"));
    var found = new FoundAgents(registry);

    try (var log = new CapturedLog(FoundAgents.class)) {
      found.accept("two", offers("own", "both"));
      found.accept("one", offers("both"));
      found.accept("one", offers("both", "more"));

      assertThat(registry.get().agents()).containsOnlyKeys("x-both", "x-more", "x-own");
      assertThat(registry.get().agents().get("x-own").endpoint()).isNull();
      assertThat(registry.get().agents().get("x-both").registry()).isEqualTo("one");
      assertThat(log.warnings())
          .containsExactlyInAnyOrder(
              "the agent x-own of the A2A server two is left out: its id is taken by an agent of"
                  + " this server",
              "the agent x-both of the A2A server two is left out: its id is taken by one of one");
    }
  }

  @Test
  void aDelegateIsThereBeforeItsServerIsReachedAndGetsItsDescriptionLater() {
    AgentSpec editor =
        AgentSpec.builder("editor", "m").delegates("far-writer", "solo", "far-bad").build();
    var exclude = new Filter(null, List.of(ToolPattern.of("bad")));
    LiveRegistry registry =
        registry(
            List.of(server("far", null, exclude), server("solo", null, null)),
            AgentSpec.builder("editor", "m").delegates("far-writer", "solo").build());

    String before = description(registry);
    new FoundAgents(registry).accept("far", offers("writer"));

    assertThat(registry.get().agents()).containsOnlyKeys("editor", "far-writer", "solo");
    assertThat(description(registry)).isNotEqualTo(before).contains("The writer.");
    assertThat(registry.get().agents().get("solo").endpoint().target()).isNull();
    RegistrySnapshot excluded = registry.get().with(editor);
    assertThatThrownBy(() -> AgentResolver.resolve(excluded, "editor"))
        .hasMessageContaining("'far-bad' does not exist");
  }

  private static String description(LiveRegistry registry) {
    return AgentResolver.resolve(registry.get(), "editor")
        .tools()
        .get("agent_run_far-writer")
        .descriptor()
        .description();
  }

  @Test
  void otherDocumentsKeepWhatWasFound() {
    LiveRegistry registry = registry(List.of(server("far", null, null)), local);
    new FoundAgents(registry).accept("far", offers("a"));

    registry.publish(
        now -> now.withRemote(now.remote().with(List.of(server("far", "other-", null)))));
    assertThat(registry.get().agents()).containsOnlyKeys("local", "other-a");

    registry.publish(now -> now.withRemote(now.remote().with(List.of())));
    assertThat(registry.get().agents()).containsOnlyKeys("local");
  }
}
