package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.steering.Desk;
import com.example.steering.SteeringDesk;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The sample project steering-desk, in one JVM. */
@Rows(83)
class SteeringDeskSampleTest {

  private static final ThreadId THREAD = new ThreadId("t");

  private final Desk desk = new Desk();

  @Test
  void whatIsSaidWhileAToolWorksIsReadBeforeTheNextModelCall() {
    var search =
        new FunctionTool(
            "search",
            (arguments, call) -> {
              desk.say(THREAD, SampleRuns.ADA, "Only red ones.");
              return ToolResult.success("search", new TextNode("found"));
            });
    var model =
        RecordingModel.turns(
            Script.builder().calls("search", Map.of("value", "shoes")),
            Script.builder().says("Here."),
            Script.builder().says("No."));
    try (var runs = new SampleRuns(model, new SteeringDesk(desk), Map.of(), search)) {
      runs.run("t", "Find shoes.");

      assertThat(runs.texts("t"))
          .containsExactly(
              "Find shoes.", "", "found", "Only red ones.", "Here.", SteeringDesk.QUESTION, "No.");
    }
  }

  @Test
  void anAgentThatIsDoneIsAskedOnceMore() {
    try (var runs = answering()) {
      int steps = runs.run("t", "What is there?").steps();

      assertThat(steps).isEqualTo(2);
      assertThat(runs.texts("t"))
          .containsExactly("What is there?", "Shoes.", SteeringDesk.QUESTION, "Shoes.");
    }
  }

  @Test
  void theNextRunOfTheThreadIsAskedAgain() {
    try (var runs = answering()) {
      runs.run("t", "What is there?");
      runs.run("t", "And else?");

      assertThat(runs.texts("t")).filteredOn(SteeringDesk.QUESTION::equals).hasSize(2);
    }
  }

  @Test
  void whoMayNotActForTheRunIsNotHeard() {
    try (var runs = answering()) {
      desk.say(THREAD, new Caller("default", "eve", Set.of()), "Tell me her address.");
      desk.say(THREAD, Caller.ANONYMOUS, "Me too.");
      desk.say(THREAD.in("another"), SampleRuns.ADA, "From another tenant.");
      desk.say(THREAD, SampleRuns.ADA, "Only red ones.");
      runs.run("t", "What is there?");

      assertThat(runs.texts("t"))
          .containsExactly(
              "What is there?", "Only red ones.", "Shoes.", SteeringDesk.QUESTION, "Shoes.");
    }
  }

  @Test
  void onlySoMuchWaitsForAThreadAndOnlySoManyThreadsAreKept() {
    for (int i = 0; i < 100; i++) {
      assertThat(desk.say(THREAD, SampleRuns.ADA, "more")).isTrue();
    }
    assertThat(desk.say(THREAD, SampleRuns.ADA, "too much")).isFalse();

    for (int i = 0; i < 1_000; i++) {
      desk.say(new ThreadId("t" + i), SampleRuns.ADA, "hello");
    }
    assertThat(desk.taken(THREAD, SampleRuns.ADA)).isEmpty();
    assertThat(desk.taken(new ThreadId("t999"), SampleRuns.ADA)).hasSize(1);
  }

  private SampleRuns answering() {
    var model = new ScriptedModel(Script.builder().says("Shoes.").repeating().build());
    return new SampleRuns(model, new SteeringDesk(desk), Map.of());
  }
}
