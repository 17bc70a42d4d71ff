package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.phase.PhaseRunner.PhaseReport;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.Phase;
import io.awaken.core.state.ScheduledAction;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Moments;
import io.awaken.fixture.PluginBench;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The scheduled actions of the guide: phases, and rounds within a phase. */
@Rows({67, 84, 87, 91})
class CoolDownTest {

  private final PluginBench bench = PluginBench.of(new CoolDown());
  private final StringBuilder trace = new StringBuilder();

  private void note(int step, Phase phase, PhaseReport report) {
    List<String> waiting =
        bench.read(RuntimeKeys.PENDING_ACTIONS).waiting().stream()
            .map(ScheduledAction::key)
            .toList();
    trace.append(
        "step %d %-18s %d rounds, then waits %s\n"
            .formatted(step, phase, report.rounds(), waiting));
  }

  @Test
  void theGuideShowsTheRoundsOfEachPhaseAndWhatWaitsAfterwards() throws IOException {
    bench.nextStep();
    var call = Moments.call("c", "search", "{}");
    Phase after = Phase.AFTER_TOOL_EXECUTE;
    note(1, after, bench.enter(after, call, ToolResult.success("search", null)));
    for (int step = 2; step <= 4; step++) {
      bench.nextStep();
      note(step, Phase.BEFORE_INFERENCE, bench.enter(Phase.BEFORE_INFERENCE));
      note(step, Phase.STEP_END, bench.enter(Phase.STEP_END));
    }

    assertThat(Files.readString(Path.of("docs", "plugins.md")))
        .contains("```text\n" + trace + "```\n");
  }

  @Test
  void theToolIsHiddenForTwoStepsAndOfferedAgain() {
    var model =
        RecordingModel.turns(
            Script.builder().calls("search", Map.of("value", "x")),
            Script.builder().calls("other", Map.of("value", "x")),
            Script.builder().calls("nothing", Map.of("value", "x")),
            Script.builder().says("Done."));
    var node =
        new TestNode(
            model,
            UnaryOperator.<AgentSpec>identity(),
            List.of(new CoolDown()),
            FunctionTool.answering("search", "found"),
            FunctionTool.answering("other", "found"));

    node.run("t", "go");

    assertThat(model.requests().stream().map(CoolDownTest::tools))
        .containsExactly(
            List.of("other", "search"), List.of("other"), List.of(), List.of("search"));
  }

  private static List<String> tools(LlmRequest request) {
    return request.tools().stream().map(ToolDescriptor::id).sorted().toList();
  }
}
