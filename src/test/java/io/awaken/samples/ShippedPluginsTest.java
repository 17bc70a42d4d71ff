package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.builtin.errors.ErrorMessage;
import io.awaken.builtin.errors.ToolErrorEnvelope;
import io.awaken.builtin.logging.DebugLog;
import io.awaken.builtin.logging.DebugLogOptions;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.spec.AgentSpec;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Moments;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import io.awaken.provider.scripted.ScriptedModel;
import java.io.StringWriter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The plugins that come along, in whole runs (after those of trpc-agent-go). */
class ShippedPluginsTest {

  private static ScriptBuilder oneCall(String tool) {
    return Script.builder().calls(tool, Map.of("value", "x")).says("done");
  }

  @Test
  @Rows(82)
  void everyRequestOfARunBeginsWithTheInstruction() {
    var asked = new ArrayList<String>();
    LlmExecutor script = new ScriptedModel(oneCall("search").build());
    var node =
        new TestNode(
            (request, listener, cancellation) -> {
              asked.add(request.system());
              return script.execute(request, listener, cancellation);
            },
            agent -> agent.withSystemPrompt("You sell shoes."),
            List.of(new ShippedPlugins().houseRules()),
            FunctionTool.answering("search", "found"));

    node.run("t", "go");

    assertThat(asked).hasSize(2).containsOnly("Never quote prices without tax.\n\nYou sell shoes.");
  }

  @Test
  void theModelReadsTheEnvelopeOfACallThatNoToolAnswered() {
    var sample = new SampleNode(oneCall("nothing"), new ToolErrorEnvelope());

    sample.node.run("t", "go");

    assertThat(Moments.json(sample.texts().get(2)).path("details"))
        .isEqualTo(
            Moments.json(
                """
                {"source": "model", "kind": "unknown_tool", "code": "not_found",
                 "retryable": false}
                """));
  }

  @Test
  void readersOfAFailedRunGetAText() {
    var node =
        new TestNode(
            new ScriptedModel(
                Script.builder().fails(InferenceException.Kind.CONTENT_FILTERED).build()),
            UnaryOperator.<AgentSpec>identity(),
            List.of(new ErrorMessage("Sorry.", Map.of())));

    node.run("t", "go");

    assertThat(node.sinks.events().getLast())
        .isInstanceOfSatisfying(
            AgentEvent.RunFinish.class,
            finish -> assertThat(finish.result().response()).isEqualTo("Sorry."));
  }

  @Test
  void theDebugLogTellsTheWholeWayOfARun() {
    var out = new StringWriter();

    new SampleNode(
            oneCall("search"),
            new DebugLog(out, InstantSource.system(), DebugLogOptions.DEFAULT),
            FunctionTool.answering("search", "found"))
        .node.run("t", "go");

    assertThat(out.toString().lines().map(line -> Moments.json(line).path("point").asText()))
        .containsSubsequence(
            "before_agent",
            "phase run_start",
            "phase before_inference",
            "before_model",
            "after_model",
            "phase after_inference",
            "before_tool",
            "phase tool_gate",
            "phase before_tool_execute",
            "phase after_tool_execute",
            "after_tool",
            "phase step_end",
            "after_agent",
            "phase run_end",
            "after_run");
  }
}
