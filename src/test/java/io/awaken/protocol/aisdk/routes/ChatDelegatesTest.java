package io.awaken.protocol.aisdk.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.suspension.AwaitedRun;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.protocol.events.SampleRun;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a reloaded chat page shows of delegates. */
@Rows({237, 1340})
class ChatDelegatesTest {

  private static final Map<String, String> TASK = Map.of("prompt", "find it");

  private final TestNode node =
      new TestNode(
          TestNode.inMemory(),
          Registries.with(
                  AgentSpec.builder("a", "m").delegates("b").build(),
                  AgentSpec.builder("b", "m2").delegates("c").build(),
                  AgentSpec.of("c", "m2"))
              .models(
                  new ScriptedModel(
                      Script.builder().calls("agent_run_b", TASK).says("Thanks.").build()),
                  below())
              .tools(
                  new FunctionTool(
                      "ask",
                      (arguments, context) ->
                          context.decision().isPresent()
                              ? ToolResult.success("ask", arguments)
                              : ToolResult.suspended("ask", SuspendTicket.approval("ok", "Sure?"))))
              .snapshot());

  /** Of {@code b}, which asks a person and then calls {@code c}. */
  private static LlmExecutor below() {
    var asks =
        new ScriptedModel(
            Script.builder()
                .calls("ask", Map.of("value", "x"))
                .calls("agent_run_c", Map.of("prompt", "deeper"))
                .says("Found.")
                .build());
    var deep = new ScriptedModel(Script.builder().says("Deep.").build());
    return (request, listener, cancellation) ->
        (request.messages().getFirst().text().equals("deeper") ? deep : asks)
            .execute(request, listener, cancellation);
  }

  private List<JsonNode> delegates() {
    var stores = node.stores;
    var history =
        new ChatHistory(stores.threads(), stores.runs(), stores.suspensions(), stores.log());
    byte[] page = history.page(new ThreadId("t"), null, 50);
    JsonNode messages = SampleRun.json(new String(page, StandardCharsets.UTF_8)).get("messages");
    List<JsonNode> parts = new ArrayList<>();
    messages.findValues("parts").forEach(all -> all.forEach(parts::add));
    return parts.stream()
        .filter(part -> part.get("type").asText().equals("data-delegate"))
        .toList();
  }

  @Test
  void theMessageHasAPartForEachDelegate() {
    RunId run = node.submit("t", "hello");
    node.workOff();

    assertThat(delegates()).hasSize(1);
    JsonNode waits = delegates().getFirst().get("data");
    assertThat(waits.get("status").asText()).isEqualTo("waiting");
    assertThat(waits.at("/calls/0/approvalId").asText()).isNotEmpty();
    assertThat(waits.at("/calls/0/message").asText()).isEqualTo("Sure?");

    var child = AwaitedRun.of(node.stores.suspensions().ofRun(run).getFirst().ticket());
    RunId below = new RunId(child.runId());
    String call = node.stores.suspensions().ofRun(below).getFirst().callId();
    node.decider.decide(below, DecisionRequest.of(Caller.ANONYMOUS, call, DecisionAction.RESUME));
    node.workOff();

    List<JsonNode> parts = delegates();
    assertThat(parts)
        .extracting(part -> part.at("/data/agentId").asText())
        .containsExactly("b", "c");
    assertThat(parts).extracting(part -> part.at("/data/depth").asInt()).containsExactly(1, 2);
    assertThat(parts)
        .extracting(part -> part.at("/data/text").asText())
        .containsExactly("Found.", "Deep.");
    assertThat(parts)
        .extracting(part -> part.at("/data/status").asText())
        .containsOnly("completed");
    assertThat(parts.getFirst().at("/data/runId").asText()).isEqualTo(child.runId());
  }
}
