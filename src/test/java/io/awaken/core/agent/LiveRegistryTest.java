package io.awaken.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.NamedPlugin;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

@Rows({31, 234})
class LiveRegistryTest {

  private final SettableClock clock = new SettableClock();
  private final RegistrySnapshot first =
      Registries.with(AgentSpec.of("a", "m"), AgentSpec.of("b", "m2"))
          .tools(FunctionTool.answering("look", "x"))
          .snapshot();
  private final LiveRegistry registry = new LiveRegistry(first, clock);

  @Test
  void aPublishedSnapshotIsCurrentWithItsNumberAndTime() {
    Instant start = clock.instant();
    assertThat(registry.version()).isEqualTo(new LiveRegistry.Version(1, start, first));

    clock.advance(Duration.ofSeconds(5));
    RegistrySnapshot next = Registries.with().snapshot();
    registry.publish(before -> next);

    assertThat(registry.get()).isSameAs(next);
    assertThat(registry.version())
        .isEqualTo(new LiveRegistry.Version(2, start.plusSeconds(5), next));
  }

  @Test
  void aChangeThatFailsOrChangesNothingLeavesTheVersion() {
    assertThatThrownBy(
            () ->
                registry.publish(
                    before -> {
                      throw new IllegalStateException("broken");
                    }))
        .hasMessage("broken");
    registry.publish(before -> before);

    assertThat(registry.version().number()).isEqualTo(1);
    assertThat(registry.get()).isSameAs(first);
  }

  @Test
  void concurrentChangesAreAllApplied() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> changes = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        AgentSpec agent = AgentSpec.of("agent-" + i, "m");
        changes.add(threads.submit(() -> registry.publish(before -> before.with(agent))));
      }
      for (Future<?> change : changes) {
        change.get();
      }
    }

    assertThat(registry.version().number()).isEqualTo(51);
    assertThat(registry.get().agents()).hasSize(52);
  }

  @Test
  void aSwapKeepsTheAgentsThatDidNotChange() {
    ResolvedAgent a = AgentResolver.resolve(first, "a");
    ResolvedAgent b = AgentResolver.resolve(first, "b");

    registry.publish(before -> before.with(AgentSpec.of("b", "m")));

    assertThat(AgentResolver.resolve(registry.get(), "a")).isSameAs(a);
    assertThat(AgentResolver.resolve(registry.get(), "b").model().id()).isEqualTo("m");
    assertThat(AgentResolver.resolve(first, "b")).isSameAs(b);
  }

  @Test
  void aSwapOfToolsKeepsTheAgentsThatMayNotUseThem() {
    var plugin = NamedPlugin.of("p", registrar -> {});
    RegistrySnapshot before =
        Registries.with(
                AgentSpec.builder("any", "m").build(),
                AgentSpec.builder("one", "m").allowedTools("look").build())
            .tools(FunctionTool.answering("look", "x"))
            .global(plugin)
            .snapshot();
    ResolvedAgent any = AgentResolver.resolve(before, "any");
    ResolvedAgent one = AgentResolver.resolve(before, "one");

    RegistrySnapshot next = before.withTools(tools(before, FunctionTool.answering("more", "x")));

    assertThat(AgentResolver.resolve(next, "one")).isSameAs(one);
    ResolvedAgent changed = AgentResolver.resolve(next, "any");
    assertThat(changed.tools()).containsOnlyKeys("look", "more");
    assertThat(changed.descriptors()).hasSize(2);
    assertThat(changed.env()).isSameAs(any.env());
    assertThat(any.tools()).containsOnlyKeys("look");
  }

  @Test
  void anAgentIsResolvedAgainWhenItsModelChanges() {
    ResolvedAgent a = AgentResolver.resolve(first, "a");
    ResolvedAgent b = AgentResolver.resolve(first, "b");

    RegistrySnapshot next =
        first.withDocuments(
            first.agents(),
            Map.of("m", new ModelSpec("m", "p", "other"), "m2", first.models().get("m2")),
            Map.of(),
            first.executors(),
            first.providers());

    assertThat(AgentResolver.resolve(next, "a")).isNotSameAs(a);
    assertThat(AgentResolver.resolve(next, "b")).isSameAs(b);
    assertThat(AgentResolver.resolve(next, "a").model().upstreamModel()).isEqualTo("other");
  }

  @Test
  void theSnapshotOfAPinIsAvailableUntilNewerOnesReplaceIt() {
    String hash = registry.pin("a").orElseThrow().hash();
    registry.publish(before -> before.with(AgentSpec.builder("a", "m").systemPrompt("x").build()));

    assertThat(registry.pinned(hash)).containsSame(first);
    assertThat(registry.pin("nobody")).isEmpty();

    for (int i = 0; i < 8; i++) {
      String prompt = "prompt " + i;
      registry.publish(
          before -> before.with(AgentSpec.builder("a", "m").systemPrompt(prompt).build()));
      registry.pin("a");
    }
    assertThat(registry.pinned(hash)).isEmpty();
  }

  private static Map<String, RegisteredTool> tools(RegistrySnapshot before, FunctionTool more) {
    var tools = new HashMap<>(before.tools());
    tools.put(more.descriptor().id(), RegisteredTool.of(more));
    return tools;
  }
}
