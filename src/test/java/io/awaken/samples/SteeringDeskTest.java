package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.RunRecord;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The guide's desk: what is slipped in, and what follows a last answer. */
@Rows(83)
class SteeringDeskTest {

  private final SteeringDesk desk = new SteeringDesk();

  private SampleNode node() {
    var search =
        new FunctionTool(
            "search",
            (arguments, context) -> {
              desk.say(context.run().runId(), "Only red ones.");
              return ToolResult.success("search", new TextNode("found"));
            });
    return new SampleNode(
        Script.builder().calls("search", Map.of("value", "shoes")).says("Red.").says("Yes."),
        desk,
        search);
  }

  @Test
  void whatIsSaidWhileAToolWorksIsReadNextAndTheRunIsCheckedOnce() {
    SampleNode sample = node();

    RunRecord run = sample.node.run("t", "Shoes?");

    assertThat(sample.texts())
        .containsExactly(
            "Shoes?", "", "found", "Only red ones.", "Red.", SteeringDesk.CHECK, "Yes.");
    assertThat(run.steps()).isEqualTo(3);
  }

  @Test
  void anAnswerOfOneStepIsNotChecked() {
    var sample = new SampleNode(Script.builder().says("Hello."), desk);

    sample.node.run("t", "Hi");

    assertThat(sample.texts()).containsExactly("Hi", "Hello.");
  }
}
