package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.builtin.steering.ChannelSteering;
import io.awaken.core.message.ToolResult;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** clark: ChannelSteering with a handle that is fed from outside. */
@Rows(83)
class SteeringTest {

  private final ChannelSteering channel = new ChannelSteering();

  @Test
  void whatIsSaidWhileAToolWorksIsReadBeforeTheNextModelCall() {
    var search =
        new FunctionTool(
            "search",
            (arguments, context) -> {
              channel.steer(context.run().runId(), "Only red ones, please.");
              return ToolResult.success("search", new TextNode("found"));
            });
    var sample =
        new SampleNode(
            Script.builder().calls("search", Map.of("value", "shoes")).says("Here are red ones."),
            channel,
            search);

    sample.node.run("t", "Find shoes");

    assertThat(sample.texts())
        .containsExactly("Find shoes", "", "found", "Only red ones, please.", "Here are red ones.");
  }

  @Test
  void aRunThatIsOverCannotBeSteered() {
    var sample = new SampleNode(Script.builder().says("done"), channel);
    var run = sample.node.run("t", "go");

    assertThat(channel.steer(run.runId(), "wait!")).isFalse();
  }
}
