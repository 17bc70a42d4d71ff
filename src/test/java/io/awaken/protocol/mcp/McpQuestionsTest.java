package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.json;
import static io.awaken.protocol.mcp.McpApi.lastId;
import static io.awaken.protocol.mcp.McpApi.messages;
import static io.awaken.protocol.mcp.McpApi.modern;
import static io.awaken.protocol.mcp.McpApi.modernRequest;
import static io.awaken.protocol.mcp.McpApi.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.run.Caller;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Suspended runs, and clients that ask their users and answer. */
@Rows({1064, 1065})
class McpQuestionsTest {

  private static final String ELICITS = "{\"elicitation\":{}}";
  private static final String PAY = "{'name':'a','arguments':{'message':'pay'}}";
  private final FunctionTool pay = FunctionTool.answering("pay", "paid");

  private McpApi asking(SuspendTicket ticket) {
    var gate =
        new TestPlugin(
            "gate",
            parts ->
                parts.registerToolGateHook(
                    context -> Optional.of(new ToolIntercept.Suspend(ticket))));
    var script =
        Script.builder().calls("pay", Map.of("value", "10")).says("Done.").repeating().build();
    return new McpApi(script, List.of(gate), pay);
  }

  private McpApi approving() {
    return asking(SuspendTicket.approval("pay", "May I pay?"));
  }

  private static String answer(JsonNode question, String reply) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}"
        .formatted(question.get("id"), reply.replace('\'', '"'));
  }

  @Test
  void aSessionGetsTheQuestionOnTheStreamOfItsCall() {
    McpApi api = approving();
    Map<String, String> session = api.session("2025-11-25", ELICITS);
    FakeExchange call = api.open(session, request(1, "tools/call", PAY));

    JsonNode question = api.messages(call).getLast();
    assertThat(question.get("method").asText()).isEqualTo("elicitation/create");
    assertThat(question.at("/params/message").asText())
        .isEqualTo("May I pay?\npay {\"value\":\"10\"}");
    assertThat(question.at("/params/requestedSchema/required/0").asText()).isEqualTo("approved");
    assertThat(pay.calls()).isEmpty();

    Response taken =
        api.post(session, answer(question, "{'action':'accept','content':{'approved':true}}"));

    assertThat(taken.getStatus()).isEqualTo(202);
    assertThat(api.messages(call).getLast().at("/result/content/0/text").asText())
        .isEqualTo("Done.");
    assertThat(pay.calls()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'action':'accept','content':{'approved':false}}",
        "{'action':'decline'}",
        "{'action':'cancel'}"
      })
  void anythingButAnApprovalIsADenial(String reply) {
    McpApi api = approving();
    Map<String, String> session = api.session("2025-11-25", ELICITS);
    FakeExchange call = api.open(session, request(1, "tools/call", PAY));
    JsonNode question = api.messages(call).getLast();

    api.post(session, answer(question, reply));

    assertThat(api.messages(call).getLast().at("/result/content/0/text").asText())
        .isEqualTo("Done.");
    assertThat(pay.calls()).isEmpty();
  }

  @Test
  void anInvalidAnswerIsRefusedAndTheQuestionStaysOpen() {
    McpApi api = approving();
    Map<String, String> session = api.session("2025-11-25", ELICITS);
    FakeExchange call = api.open(session, request(1, "tools/call", PAY));
    JsonNode question = api.messages(call).getLast();

    Response refused = api.post(session, answer(question, "{'action':'accept','content':{}}"));

    assertThat(body(refused).at("/error/message").asText())
        .isEqualTo("content.approved must be true or false");
    assertThat(api.messages(call)).isEmpty();
    api.post(session, answer(question, "{'action':'accept','content':{'approved':true}}"));
    assertThat(api.messages(call)).hasSize(1);
  }

  @Test
  void aStreamLostDuringAQuestionResumesOnAnotherNode() {
    McpApi api = approving();
    Map<String, String> session = api.session("2025-11-25", ELICITS);
    FakeExchange lost = api.open(session, request(1, "tools/call", PAY));
    String frames = api.frames(lost);
    JsonNode question = messages(frames).getLast();

    FakeExchange back = api.reconnect(session, lastId(frames));
    assertThat(api.messages(back)).isEmpty();
    api.post(session, answer(question, "{'action':'accept','content':{'approved':true}}"));

    assertThat(api.messages(back).getLast().at("/result/content/0/text").asText())
        .isEqualTo("Done.");
  }

  @Test
  @Attacks("S13")
  void anotherTenantCannotAnswer() {
    McpApi api = approving();
    Map<String, String> session = api.session("2025-11-25", ELICITS);
    FakeExchange call = api.open(session, request(1, "tools/call", PAY));
    JsonNode question = api.messages(call).getLast();
    api.caller = new Caller("other", "eve", Set.of());

    api.post(
        api.session("2025-11-25", ELICITS),
        answer(question, "{'action':'accept','content':{'approved':true}}"));

    assertThat(api.messages(call)).isEmpty();
    assertThat(pay.calls()).isEmpty();
  }

  @Test
  void aClientWithoutFormsReadsWhatTheRunWaitsFor() {
    McpApi api = approving();

    JsonNode result =
        api.messages(api.open(api.session("2025-11-25", "{}"), request(1, "tools/call", PAY)))
            .getLast()
            .get("result");

    assertThat(result.get("isError").asBoolean()).isTrue();
    assertThat(result.at("/content/0/text").asText()).contains("waits", "May I pay?");
  }

  private static String answered(JsonNode asked, String reply) {
    var params = (ObjectNode) json(PAY.replace('\'', '"'));
    String key = asked.at("/result/inputRequests").fieldNames().next();
    params.putObject("inputResponses").set(key, json(reply.replace('\'', '"')));
    params.set("requestState", asked.at("/result/requestState"));
    return modernRequest(2, "tools/call", params.toString(), ELICITS);
  }

  @Test
  void aClientWithoutASessionRepeatsItsCallWithTheAnswer() {
    McpApi api = approving();
    JsonNode asked =
        api.messages(
                api.open(modern("tools/call", "a"), modernRequest(1, "tools/call", PAY, ELICITS)))
            .getLast();

    assertThat(asked.at("/result/resultType").asText()).isEqualTo("input_required");
    JsonNode input = asked.at("/result/inputRequests").elements().next();
    assertThat(input.get("method").asText()).isEqualTo("elicitation/create");

    List<JsonNode> messages =
        api.messages(
            api.open(
                modern("tools/call", "a"),
                answered(asked, "{'action':'accept','content':{'approved':true}}")));

    assertThat(messages.getLast().get("id").asInt()).isEqualTo(2);
    assertThat(messages.getLast().at("/result/content/0/text").asText()).isEqualTo("Done.");
    assertThat(pay.calls()).hasSize(1);
  }

  @Test
  void aRepeatedAnswerGetsTheSameResult() {
    McpApi api = approving();
    JsonNode asked =
        api.messages(
                api.open(modern("tools/call", "a"), modernRequest(1, "tools/call", PAY, ELICITS)))
            .getLast();
    String yes = answered(asked, "{'action':'accept','content':{'approved':true}}");
    JsonNode first = api.messages(api.open(modern("tools/call", "a"), yes)).getLast();

    JsonNode again = api.messages(api.open(modern("tools/call", "a"), yes)).getLast();

    assertThat(again).isEqualTo(first);
    assertThat(pay.calls()).hasSize(1);
  }

  @Test
  void aCallWithoutAnAnswerIsAskedAgain() {
    McpApi api = approving();
    JsonNode asked =
        api.messages(
                api.open(modern("tools/call", "a"), modernRequest(1, "tools/call", PAY, ELICITS)))
            .getLast();
    String nothing = answered(asked, "{'action':'accept'}").replace("\"action\"", "\"a\"");

    JsonNode again =
        api.messages(
                api.open(
                    modern("tools/call", "a"),
                    nothing.replaceFirst(
                        "\"inputResponses\":\\{\"[^\"]*\"", "\"inputResponses\":{\"x\"")))
            .getLast();

    assertThat(again.at("/result/resultType").asText()).isEqualTo("input_required");
    assertThat(again.at("/result/inputRequests")).isEqualTo(asked.at("/result/inputRequests"));
  }

  @Test
  @Attacks({"S13", "S14"})
  void aForeignStateIsRefused() {
    McpApi api = approving();
    JsonNode asked =
        api.messages(
                api.open(modern("tools/call", "a"), modernRequest(1, "tools/call", PAY, ELICITS)))
            .getLast();
    String yes = answered(asked, "{'action':'accept','content':{'approved':true}}");
    String state = asked.at("/result/requestState").asText();

    Response tampered = api.post(modern("tools/call", "a"), yes.replace(state, "x" + state));
    api.caller = new Caller("default", "eve", Set.of());
    Response others = api.post(modern("tools/call", "a"), yes);

    assertThat(body(tampered).at("/error/code").asInt()).isEqualTo(-32602);
    assertThat(body(others).at("/error/message").asText()).startsWith("requestState");
    assertThat(pay.calls()).isEmpty();
  }
}
