package io.awaken.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.mailbox.control.DecisionResult;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.testkit.CollectingSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A tool that asks a person on behalf of another server and receives the answer. */
@Rows(1130)
class AskingToolTest {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String SECRET = "the state of another server";

  private final CollectingSink sink = new CollectingSink();
  private final List<String> received = new ArrayList<>();
  private final FunctionTool book =
      new FunctionTool(
          "book",
          (arguments, context) -> {
            received.add(describe(context));
            return context.question().isEmpty()
                ? ToolResult.suspended("book", ticket(SECRET))
                : ToolResult.success("book", null);
          });

  private static String describe(ToolCallContext context) {
    return context
        .question()
        .map(
            asked ->
                asked.memo().asText()
                    + ": "
                    + context.decision().orElseThrow().action().wire()
                    + " "
                    + context.decision().orElseThrow().result())
        .orElse("nothing");
  }

  private static SuspendTicket ticket(String memo) {
    var schema = JSON.objectNode().put("type", "object");
    schema.putObject("properties").putObject("seat").put("type", "string");
    schema.putArray("required").add("seat");
    return SuspendTicket.of(
            ResumeMode.ANSWER_TOOL, new Suspension("s", "seat", "Which seat?", null, schema))
        .remembering(JSON.textNode(memo));
  }

  private AgentRuntime runtime(Plugin... plugins) {
    var model =
        new RecordingModel(
            Script.builder().calls("book", Map.of("value", "train")).says("Booked."));
    var builder = AgentRuntime.builder();
    List.of(plugins).forEach(builder::withGlobalPlugin);
    return builder
        .withAgentSpec(AgentSpec.of("a", "m"))
        .withModel(new ModelSpec("m", "p", "x"))
        .withProvider("p", model)
        .withTool("book", book)
        .withStores(RuntimeStores.inMemory(new SettableClock()))
        .build();
  }

  private static DecisionResult decide(
      AgentRuntime runtime, RunId run, DecisionAction action, JsonNode payload) {
    SuspensionRecord question = runtime.questions(run).getFirst();
    return runtime.decide(
        run,
        new DecisionRequest(
            Caller.ANONYMOUS,
            question.callId(),
            DecisionRequest.About.LAST,
            null,
            action,
            payload,
            null));
  }

  @Test
  void theToolReceivesTheAnswerAndItsStoredState() {
    try (var runtime = runtime()) {
      RunId run = runtime.run(RunRequest.of("a", "Book it."), sink).runId();
      assertThat(sink.take().toString()).contains("Which seat?").doesNotContain(SECRET);
      var seat = JSON.objectNode().put("seat", "4a");
      assertThat(decide(runtime, run, DecisionAction.RESUME, seat))
          .isInstanceOf(DecisionResult.Submitted.class);

      assertThat(runtime.resume(run, sink).response()).isEqualTo("Booked.");
    }
    assertThat(received).containsExactly("nothing", SECRET + ": resume {\"seat\":\"4a\"}");
  }

  @Test
  void theToolReceivesACancellation() {
    try (var runtime = runtime()) {
      RunId run = runtime.run(RunRequest.of("a", "Book it."), sink).runId();
      decide(runtime, run, DecisionAction.CANCEL, null);

      assertThat(runtime.resume(run, sink).response()).isEqualTo("Booked.");
    }
    assertThat(received).containsExactly("nothing", SECRET + ": cancel null");
  }

  @Test
  void aRefusedGateInThisModePreventsTheCall() {
    var gate =
        new TestPlugin(
            "gate",
            parts ->
                parts.registerToolGateHook(
                    context -> Optional.of(new ToolIntercept.Suspend(ticket("x")))));
    try (var runtime = runtime(gate)) {
      RunId run = runtime.run(RunRequest.of("a", "Book it."), sink).runId();
      decide(runtime, run, DecisionAction.CANCEL, null);

      assertThat(runtime.resume(run, sink).response()).isEqualTo("Booked.");
    }
    assertThat(received).isEmpty();
    assertThat(sink.take().toString()).contains("the call was not allowed");
  }

  @Test
  void anAnswerMustFitTheRequestedSchema() {
    try (var runtime = runtime()) {
      RunId run = runtime.run(RunRequest.of("a", "Book it."), sink).runId();

      assertThat(decide(runtime, run, DecisionAction.RESUME, null).toString())
          .contains("it is the answer that the tool waits for");
      assertThat(decide(runtime, run, DecisionAction.RESUME, JSON.objectNode()).toString())
          .contains("seat");
    }
  }
}
