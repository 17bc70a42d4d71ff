package io.awaken.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.mailbox.control.DecisionResult;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.testkit.CollectingSink;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Delegates in a program that embeds the runtime: their runs are on the caller's thread, too. */
@Rows({195, 198})
class EmbeddedDelegateTest {

  @TempDir private Path folder;

  private final CollectingSink sink = new CollectingSink();
  private final FunctionTool ask =
      new FunctionTool(
          "ask",
          (arguments, context) ->
              context.decision().isPresent()
                  ? ToolResult.success("ask", null)
                  : ToolResult.suspended("ask", SuspendTicket.approval("ok", "May I?")));

  private AgentRuntime runtime(boolean stored, ScriptBuilder delegate) {
    var builder = stored ? AgentRuntime.builder().withFolder(folder) : AgentRuntime.builder();
    var above =
        Script.builder()
            .calls("agent_run_b", Map.of("prompt", "find it"))
            .andCalls("agent_run_b", Map.of("prompt", "find it"))
            .says("Thanks.");
    return (stored ? builder : builder.inMemory())
        .withAgentSpec(AgentSpec.builder("a", "m").delegates("b").build())
        .withAgentSpec(AgentSpec.of("b", "m2"))
        .withModel(new ModelSpec("m", "p", "x"))
        .withModel(new ModelSpec("m2", "p2", "x"))
        .withProvider("p", new ScriptedModel(above.build()))
        .withProvider("p2", new ScriptedModel(delegate.build()))
        .withTool("ask", ask)
        .build();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theRunReturnsWhenItsDelegatesHaveAnswered(boolean stored) {
    try (var runtime = runtime(stored, Script.builder().says("Found."))) {
      RunResult result = runtime.run(RunRequest.of("a", "hello"), sink);

      assertThat(result.response()).isEqualTo("Thanks.");
      assertThat(result.steps()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Rows(1302)
  void theRunReturnsWhenTheTasksThatItAwaitsHaveEnded(boolean stored) {
    var builder = stored ? AgentRuntime.builder().withFolder(folder) : AgentRuntime.builder();
    var work = Map.of("agent_id", "b", "prompt", "find it");
    var above =
        RecordingModel.turns(
            Script.builder().calls("spawn_task", work).andCalls("spawn_task", work),
            Script.builder().says("Thanks."));
    var section = JsonNodeFactory.instance.objectNode().put("await", true);
    section.putArray("agents").add("b");
    try (var runtime =
        (stored ? builder : builder.inMemory())
            .withAgentSpec(
                AgentSpec.builder("a", "m")
                    .plugins("background_tasks")
                    .section("tasks", section)
                    .build())
            .withAgentSpec(AgentSpec.of("b", "m2"))
            .withModel(new ModelSpec("m", "p", "x"))
            .withModel(new ModelSpec("m2", "p2", "x"))
            .withProvider("p", above)
            .withProvider(
                "p2", new ScriptedModel(Script.builder().says("Found.").repeating().build()))
            .build()) {
      RunResult result = runtime.run(RunRequest.of("a", "hello"), sink);

      assertThat(result.response()).isEqualTo("Thanks.");
      assertThat(result.termination()).isEqualTo(new TerminationReason.NaturalEnd());
      assertThat(result.steps()).isGreaterThan(2);
    }
  }

  @Test
  void theQuestionOfADelegateIsAnsweredThere() {
    ScriptBuilder asks = Script.builder().calls("ask", Map.of("value", "x")).says("Found.");
    try (var runtime = runtime(false, asks)) {
      RunResult waits = runtime.run(RunRequest.of("a", "hello"), sink);

      assertThat(waits.termination()).isEqualTo(new TerminationReason.Suspended());
      assertThat(runtime.questions(waits.runId())).hasSize(2);
      for (var question : runtime.questions(waits.runId())) {
        var yes = DecisionRequest.of(Caller.ANONYMOUS, question.callId(), DecisionAction.RESUME);
        assertThat(runtime.decide(question.key().runId(), yes))
            .isInstanceOf(DecisionResult.Submitted.class);
      }
      assertThat(runtime.resume(waits.runId(), sink).response()).isEqualTo("Thanks.");
    }
  }
}
