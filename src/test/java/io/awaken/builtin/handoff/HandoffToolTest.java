package io.awaken.builtin.handoff;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.fixture.PluginBench;
import io.awaken.fixture.Rows;
import java.util.Set;
import org.junit.jupiter.api.Test;

@Rows(200)
class HandoffToolTest {

  private final HandoffTool tool = new HandoffTool(Set.of("critic"));

  @Test
  void itAcceptsTargetsOfTheAgentOrThePlugin() {
    for (String target : new String[] {"writer", "billing", "critic"}) {
      ToolResult result = call(target);

      assertThat(result.failed()).isFalse();
      assertThat(result.data().path("agent").asText()).isEqualTo(target);
    }
  }

  @Test
  void anUnknownTargetGetsTheListOfTargets() {
    ToolResult result = call("nobody");

    assertThat(result.code()).isEqualTo("unknown_agent");
    assertThat(result.message()).endsWith("available are billing, critic, researcher, writer");
  }

  private ToolResult call(String target) {
    var agent = AgentSpec.builder("a", "m").section("handoff", HandoffPluginTest.section()).build();
    var run = PluginBench.of().hook().run();
    return tool.execute(
            JsonNodeFactory.instance.objectNode().put("agent", target),
            new ToolCallContext("c", "agent_handoff", run, agent, "key", new CancellationToken()))
        .result();
  }
}
