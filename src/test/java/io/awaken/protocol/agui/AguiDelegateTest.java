package io.awaken.protocol.agui;

import static io.awaken.protocol.agui.AguiApi.body;
import static io.awaken.protocol.agui.AguiApi.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.LlmExecutor;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The stream of a run that waits for a delegate. */
class AguiDelegateTest {

  /** Asks another run of its own agent, which answers. */
  private static LlmExecutor delegating() {
    var above =
        new ScriptedModel(
            Script.builder()
                .calls("agent_run_a", Map.of("prompt", "find it"))
                .says("Thanks.")
                .build());
    var below = new ScriptedModel(Script.builder().says("Found.").build());
    return (request, listener, cancellation) ->
        (request.messages().getFirst().text().equals("find it") ? below : above)
            .execute(request, listener, cancellation);
  }

  @Test
  @Rows(195)
  void itShowsTheSubagentAndStaysOpenUntilTheRunEnds() {
    var api =
        new AguiApi(delegating(), agent -> agent.toBuilder().delegates("a").build(), List.of());

    var exchange = api.open(body("t", "r", user("u", "hello")));
    exchange.output.begin();
    api.node.workOff();
    List<JsonNode> events = api.events(exchange);

    assertThat(events)
        .extracting(event -> event.path("type").asText())
        .containsSubsequence(
            "RUN_STARTED",
            "TOOL_CALL_END",
            "SUBAGENT_STARTED",
            "SUBAGENT_FINISHED",
            "TOOL_CALL_RESULT",
            "TEXT_MESSAGE_CONTENT",
            "RUN_FINISHED")
        .containsOnlyOnce("RUN_FINISHED");
    assertThat(events)
        .filteredOn(event -> event.path("type").asText().equals("SUBAGENT_STARTED"))
        .singleElement()
        .satisfies(
            started -> {
              assertThat(started.path("name").asText()).isEqualTo("a");
              assertThat(started.path("parentToolCallId").asText()).isNotEmpty();
            });
  }

  @Test
  @Rows({240, 1340})
  void whatTheDelegateSaysIsOfItsSubagentAndAReaderComesBackBehindEachFrame() {
    var api =
        new AguiApi(delegating(), agent -> agent.toBuilder().delegates("a").build(), List.of());
    var exchange = api.open(body("t", "r", user("u", "hello")));
    exchange.output.begin();
    api.node.workOff();
    String whole = api.text(exchange);
    List<JsonNode> events = AguiApi.events(whole);
    JsonNode said =
        events.stream()
            .filter(event -> event.path("delta").asText().equals("Found."))
            .findFirst()
            .orElseThrow();
    List<String> types = AguiApi.types(events);

    assertThat(said.path("subagentRunId").asText()).isNotEmpty();
    assertThat(events.indexOf(said))
        .isBetween(types.indexOf("SUBAGENT_STARTED"), types.indexOf("SUBAGENT_FINISHED"));
    List<String> ids =
        whole
            .lines()
            .filter(line -> line.startsWith("id: "))
            .map(line -> line.substring("id: ".length()))
            .toList();
    for (int i = 0; i < ids.size() - 1; i++) {
      var again = api.reconnect("t", "r", ids.get(i));
      assertThat(api.events(again))
          .as(ids.get(i))
          .containsExactlyElementsOf(
              events.subList(events.size() - ids.size() + i + 1, events.size()));
    }
  }
}
