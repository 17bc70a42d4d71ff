package io.awaken.core.loop.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What a gate allows is what readers see, what is stored, and what the tool gets. */
class TypedArgumentsTest {

  private final List<JsonNode> gated = new ArrayList<>();

  private TestNode node(FunctionTool tool, String given) {
    var gate =
        new TestPlugin(
            "gate",
            r ->
                r.registerToolGateHook(
                    context -> {
                      gated.add(context.call().arguments());
                      return Optional.<ToolIntercept>empty();
                    }));
    return new TestNode(
        new RecordingModel(Script.builder().calls("sum", Map.of("value", given)).says("Done.")),
        UnaryOperator.identity(),
        List.of(gate),
        tool);
  }

  private static FunctionTool sum() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    schema.putObject("properties").putObject("value").put("type", "integer");
    return FunctionTool.answering("sum", "4").describedBy(schema);
  }

  @Test
  void aNumberThatTheModelWroteAsTextIsANumberForGateReadersStoreAndTool() {
    FunctionTool tool = sum();
    TestNode node = node(tool, "3");

    var record = node.run("t", "Add.");

    JsonNode three = JsonNodeFactory.instance.objectNode().put("value", 3);
    assertThat(gated).containsExactly(three);
    assertThat(tool.arguments()).containsExactly(three);
    assertThat(node.stores.runs().calls(record.runId()))
        .extracting(call -> call.arguments())
        .containsExactly(three);
    assertThat(node.sinks.events())
        .filteredOn(AgentEvent.ToolCallReady.class::isInstance)
        .extracting(event -> ((AgentEvent.ToolCallReady) event).arguments())
        .containsExactly(three);
  }

  @Test
  void anotherTextIsAnErrorThatTheModelReads() {
    FunctionTool tool = sum();

    assertThat(node(tool, "three").run("t", "Add.").finalOutput()).isEqualTo("Done.");

    assertThat(gated).isEmpty();
    assertThat(tool.arguments()).isEmpty();
  }
}
