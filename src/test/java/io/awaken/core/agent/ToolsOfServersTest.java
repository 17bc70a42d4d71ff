package io.awaken.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.awaken.core.spec.AgentSpec;
import io.awaken.core.tool.Tool;
import io.awaken.fixture.Allocation;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.NamedPlugin;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Agents that do not use the configured MCP servers. */
@Rows({1071, 1135})
class ToolsOfServersTest {

  private static final AgentSpec PLAIN = AgentSpec.of("a", "m");

  @Test
  void anAgentHasTheToolsOfTheServersThatItNamesInOrderOfTheirIds() {
    AgentSpec agent = AgentSpec.builder("a", "m").mcpServers("s2", "s1", "gone").build();
    var registry = registry(agent, 12, 2);

    assertThat(AgentResolver.resolve(registry, "a").tools().keySet())
        .containsExactly(
            "look",
            "mcp__plain",
            "mcp__s1__t0",
            "mcp__s1__t1",
            "mcp__s2__t0",
            "mcp__s2__t1",
            "wait");
  }

  @Test
  void anAgentMayNameSingleToolsOfAnyServer() {
    AgentSpec agent = AgentSpec.builder("a", "m").allowedTools("mcp__s11__t1", "wait").build();

    assertThat(AgentResolver.resolve(registry(agent, 12, 2), "a").tools().keySet())
        .containsExactly("mcp__s11__t1", "wait");
  }

  /** Not cached, like a handoff. */
  @Test
  void resolvingAnAgentWithoutThemCostsWhatItCostsWhenThereAreNone() {
    var without = registry(PLAIN, 0, 0);
    var beside = registry(PLAIN, 200, 20);
    assertThat(beside.tools()).hasSize(4_003);

    long alone = bytes(without);
    long among = bytes(beside);

    assertThat((double) among).isCloseTo(alone, within(alone * 0.02));
  }

  private static long bytes(RegistrySnapshot registry) {
    return Allocation.leastPerCall(
        200, () -> AgentResolver.resolve(registry, PLAIN, List.of("comes-along")));
  }

  private static RegistrySnapshot registry(AgentSpec agent, int servers, int toolsOfEach) {
    List<Tool> tools = new ArrayList<>();
    for (String own : List.of("look", "wait", "mcp__plain")) {
      tools.add(FunctionTool.answering(own, "x"));
    }
    for (int server = 0; server < servers; server++) {
      for (int tool = 0; tool < toolsOfEach; tool++) {
        tools.add(FunctionTool.answering("mcp__s" + server + "__t" + tool, "x"));
      }
    }
    return Registries.with(agent)
        .tools(tools.toArray(Tool[]::new))
        .named(NamedPlugin.inherited("comes-along"))
        .snapshot();
  }
}
