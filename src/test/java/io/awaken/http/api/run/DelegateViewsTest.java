package io.awaken.http.api.run;

import static io.awaken.http.api.run.AskingApi.wire;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.mailbox.control.DecisionResult;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.http.api.request.Paging;
import io.awaken.provider.scripted.Script;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a run that waits for a delegate shows of it, and of its question. */
@Rows({163, 186, 1341})
class DelegateViewsTest {

  private final TestNode node =
      new TestNode(
          TestNode.inMemory(),
          Registries.with(
                  AgentSpec.builder("a", "m").delegates("b").build(), AgentSpec.of("b", "m2"))
              .models(
                  new RecordingModel(
                      Script.builder()
                          .calls("agent_run_b", Map.of("prompt", "find it"))
                          .says("Thanks.")),
                  new RecordingModel(
                      Script.builder().calls("ask", Map.of("value", "x")).says("Found.")))
              .tools(
                  new FunctionTool(
                      "ask",
                      (arguments, context) ->
                          context.decision().isPresent()
                              ? ToolResult.success("ask", arguments)
                              : ToolResult.suspended("ask", SuspendTicket.approval("ok", "Sure?"))))
              .snapshot());

  private JsonNode view(RunId run) {
    return wire(
        RunView.of(
            node.record(run),
            () -> node.stores.suspensions().withDelegates(run),
            node.stores.runs()::states));
  }

  @Test
  void aRunNamesTheDelegateThatItWaitsForAndTheQuestionItsCall() {
    RunId run = node.submit("t", "hello");
    node.workOff();

    JsonNode waiting = view(run).get("waiting");
    JsonNode delegate = waiting.at("/delegates/0");
    assertThat(delegate.get("agent_id").asText()).isEqualTo("b");
    assertThat(delegate.get("parent_run_id").asText()).isEqualTo(run.value());
    assertThat(delegate.get("status").asText()).isEqualTo("waiting");
    JsonNode ticket = waiting.at("/tickets/0");
    assertThat(ticket.get("run_id")).isEqualTo(delegate.get("run_id"));
    assertThat(ticket.at("/parent/run_id").asText()).isEqualTo(run.value());
    assertThat(ticket.at("/parent/tool_call_id")).isEqualTo(delegate.get("tool_call_id"));
    assertThat(ticket.at("/parent/thread_id").asText()).isEqualTo("t");
    assertThat(ticket.at("/parent/root_run_id").asText()).isEqualTo(run.value());

    var yes =
        DecisionRequest.of(
            Caller.ANONYMOUS, ticket.get("tool_call_id").asText(), DecisionAction.RESUME);
    assertThat(node.decider.decide(run, yes)).isInstanceOf(DecisionResult.Submitted.class);
    node.workOff();
    assertThat(node.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(view(run).has("waiting")).isFalse();
  }

  @Test
  void aListSaysThatARunWaitsForDelegates() {
    RunId run = node.submit("t", "hello");
    node.workOff();

    JsonNode items =
        wire(RunsView.of(
                new RunParameters(null, "a", null, null, new Paging(null, null, null)),
                Caller.ANONYMOUS,
                node.stores.runs(),
                node.stores.suspensions()))
            .get("items");

    assertThat(items).hasSize(1);
    JsonNode waiting = items.get(0).get("waiting");
    assertThat(waiting.get("reason").asText()).isEqualTo("delegate");
    assertThat(waiting.at("/delegates/0/agent_id").asText()).isEqualTo("b");
    assertThat(waiting.at("/delegates/0/status").asText()).isEqualTo("waiting");
    assertThat(items.get(0).get("run_id").asText()).isEqualTo(run.value());
  }
}
