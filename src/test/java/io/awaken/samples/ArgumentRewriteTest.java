package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ToolResult;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** trpc, recipe 3: BeforeTool rewrites arguments. */
@Rows(81)
class ArgumentRewriteTest {

  private final List<String> seen = new ArrayList<>();
  private final FunctionTool search =
      new FunctionTool(
          "search",
          (arguments, context) -> {
            seen.add(arguments.path("value").asText());
            return ToolResult.success("search", arguments);
          });

  private SampleNode run(Map<String, ?> arguments) {
    var sample =
        new SampleNode(
            Script.builder().calls("search", arguments).says("done"),
            new ArgumentRewrite("search", "value"),
            search);
    sample.node.run("t", "go");
    return sample;
  }

  @Test
  void theToolSeesTheTidiedArgument() {
    run(Map.of("value", "  shoes \n"));

    assertThat(seen).containsExactly("shoes");
  }

  @Test
  void soDoThoseWhoListen() {
    assertThat(run(Map.of("value", " shoes ")).node.sinks.events())
        .filteredOn(AgentEvent.ToolCallReady.class::isInstance)
        .map(event -> ((AgentEvent.ToolCallReady) event).arguments().path("value").asText())
        .containsExactly("shoes");
  }

  @Test
  void argumentsThatDoNotFitTheSchemaAreNotRewrittenButRefused() {
    assertThat(run(Map.of("value", 7)).texts().get(2)).contains("invalid_arguments");
    assertThat(seen).isEmpty();
  }
}
