package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.builtin.steering.ChannelSteering;
import io.awaken.core.message.ToolResult;
import io.awaken.core.state.Phase;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.util.ArrayList;
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
  void whatIsSaidBehindTheLastAnswerStartsAnotherStep() {
    var sample =
        new SampleNode(
            Script.builder().says("Here are shoes.").says("Here are red ones."), channel);
    sample.node.whenEntering(
        Phase.AFTER_INFERENCE,
        () -> {
          if (sample.texts().size() == 1) {
            assertThat(channel.steer(sample.node.phases.getLast().run().runId(), "Red ones."))
                .isTrue();
          }
        });

    var run = sample.node.run("t", "Find shoes");

    assertThat(sample.texts())
        .containsExactly("Find shoes", "Here are shoes.", "Red ones.", "Here are red ones.");
    assertThat(run.steps()).isEqualTo(2);
  }

  /** Whoever steers hears that it is too late, instead of being lost. */
  @Test
  void aRunThatIsAboutToEndTakesNothingMore() {
    var sample = new SampleNode(Script.builder().says("done"), channel);
    var taken = new ArrayList<Boolean>();
    sample.node.whenEntering(
        Phase.RUN_END,
        () ->
            taken.add(channel.steer(sample.node.phases.getLast().run().runId(), "one more thing")));

    sample.node.run("t", "go");

    assertThat(taken).containsExactly(false);
  }

  @Test
  void aRunThatIsOverCannotBeSteered() {
    var sample = new SampleNode(Script.builder().says("done"), channel);
    var run = sample.node.run("t", "go");

    assertThat(channel.steer(run.runId(), "wait!")).isFalse();
  }
}
