package io.awaken.protocol.agui;

import static io.awaken.protocol.agui.AguiApi.body;
import static io.awaken.protocol.agui.AguiApi.json;
import static io.awaken.protocol.agui.AguiApi.result;
import static io.awaken.protocol.agui.AguiApi.types;
import static io.awaken.protocol.agui.AguiApi.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Results that a page sends: it has them under ids of its own, and would show others twice. */
@Rows({239, 240})
class AguiResultsTest {

  private static final String OWN = "the page's own id/1";

  private static AguiApi api(ScriptBuilder... turns) {
    var gate =
        new TestPlugin(
            "gate",
            parts ->
                parts.registerToolGateHook(
                    context ->
                        context.call().name().equals("pay") && context.decision() == null
                            ? Optional.of(
                                new ToolIntercept.Suspend(SuspendTicket.approval("pay", "Pay?")))
                            : Optional.empty()));
    return new AguiApi(
        RecordingModel.turns(turns),
        agent -> agent,
        List.of(gate),
        FunctionTool.answering("pay", "paid"));
  }

  /** A page's call, and in the next run one that needs an approval, before which all is sent. */
  private static AguiApi asking() {
    return api(
        Script.builder().calls("open_dialog", Map.of()),
        Script.builder().says("It was closed."),
        Script.builder().calls("pay", Map.of("value", "10")));
  }

  private static ObjectNode withTools(ObjectNode body) {
    return body.set(
        "tools", json("[{\"name\":\"open_dialog\",\"description\":\"Asks.\",\"parameters\":{}}]"));
  }

  /** Lets the page execute its tool; returns the call. */
  private static String executed(AguiApi api) {
    List<JsonNode> asked = api.post(withTools(body("t", "r1", user("m1", "open"))));
    String call = asked.getLast().at("/outcome/pendingToolCallIds/0").asText();
    api.post(withTools(body("t", "r2", user("m1", "open"), result(OWN, call, "closed"))));
    return call;
  }

  private static List<String> results(JsonNode messages) {
    return messages
        .valueStream()
        .filter(each -> each.get("role").asText().equals("tool"))
        .map(each -> each.get("id").asText() + ": " + each.get("content").asText())
        .toList();
  }

  private static JsonNode snapshot(List<JsonNode> events) {
    return events.stream()
        .filter(each -> each.get("type").asText().equals("MESSAGES_SNAPSHOT"))
        .findFirst()
        .orElseThrow()
        .get("messages");
  }

  @Test
  void aSnapshotOfALaterRunHasTheIdThatThePageGaveItsResult() {
    AguiApi api = asking();
    String call = executed(api);

    List<JsonNode> events =
        api.post(
            body("t", "r3", user("m1", "open"), result(OWN, call, "closed"), user("m2", "pay")));

    assertThat(results(snapshot(events))).containsExactly(OWN + ": closed");
  }

  @Test
  void soHasOneForAPageThatSendsItsNewMessageOnly() {
    AguiApi api = asking();
    executed(api);

    assertThat(results(snapshot(api.post(body("t", "r3", user("m2", "pay"))))))
        .containsExactly(OWN + ": closed");
  }

  @Test
  void aPageThatKnowsTheResultUnderAnotherIdKeepsThatOne() {
    AguiApi api = asking();
    String call = executed(api);

    List<JsonNode> events =
        api.post(body("t", "r3", result("other", call, "closed"), user("m2", "pay")));

    assertThat(results(snapshot(events))).containsExactly("other: closed");
  }

  @Test
  void aReloadedPageShowsTheResultUnderTheSameId() {
    AguiApi api = asking();
    executed(api);

    assertThat(results(api.messages("t").get("messages"))).containsExactly(OWN + ": closed");
    assertThat(api.events(api.reconnect("t")))
        .filteredOn(event -> event.get("type").asText().equals("TOOL_CALL_RESULT"))
        .extracting(event -> event.get("messageId").asText())
        .containsExactly(OWN);
  }

  @Test
  void aPageThatReconnectsDoesNotGetItsOwnResultAgain() {
    AguiApi api = asking();
    List<JsonNode> asked = api.post(withTools(body("t", "r1", user("m1", "open"))));
    String call = asked.getLast().at("/outcome/pendingToolCallIds/0").asText();
    String stream =
        api.text(api.open(body("t", "r2", user("m1", "open"), result(OWN, call, "closed"))));
    String first = stream.lines().filter(line -> line.startsWith("id: ")).findFirst().orElseThrow();

    List<JsonNode> rest = api.events(api.reconnect("t", "r2", first.substring("id: ".length())));

    assertThat(types(rest)).doesNotContain("TOOL_CALL_RESULT").endsWith("RUN_FINISHED");
  }

  @Test
  void anAnsweredQuestionIsNotAskedAgainWhileTheRunWaitsForThePage() {
    AguiApi api =
        api(Script.builder().calls("pay", Map.of("value", "10")).andCalls("open_dialog", Map.of()));
    List<JsonNode> asked = api.post(withTools(body("t", "r1", user("m1", "pay"))));
    ObjectNode approval = body("t", "r2", user("m1", "pay"));
    approval.set(
        "resume",
        json(
            "[{\"interruptId\":%s,\"status\":\"resolved\",\"payload\":{\"approved\":true}}]"
                .formatted(asked.getLast().at("/outcome/interrupts/0/id"))));

    JsonNode outcome = api.post(approval).getLast().get("outcome");

    assertThat(outcome.get("type").asText()).isEqualTo("success");
    assertThat(outcome.get("pendingToolCallIds")).hasSize(1);
    List<JsonNode> reloaded = api.events(api.reconnect("t"));
    assertThat(reloaded.getLast().get("outcome")).isEqualTo(outcome);
  }

  @Test
  void aPageThatExecutesTwoCallsAtOnceGetsTheAnswerThoughTheAgentWorksInSequence() {
    var api =
        new AguiApi(
            RecordingModel.turns(
                Script.builder()
                    .calls("open_dialog", Map.of("value", "1"))
                    .andCalls("open_dialog", Map.of("value", "2")),
                Script.builder().says("Both.")),
            agent -> agent.withToolExecutionMode(ToolExecutionMode.SEQUENTIAL),
            List.of());
    List<JsonNode> asked = api.post(withTools(body("t", "r1", user("m1", "open"))));
    JsonNode calls = asked.getLast().at("/outcome/pendingToolCallIds");
    assertThat(calls).hasSize(2);

    List<JsonNode> answered =
        api.post(
            body(
                "t",
                "r2",
                user("m1", "open"),
                result("a", calls.get(0).asText(), "closed"),
                result("b", calls.get(1).asText(), "closed")));

    assertThat(AguiApi.answerText(answered)).isEqualTo("Both.");
  }
}
