package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.json;
import static io.awaken.protocol.mcp.McpApi.modern;
import static io.awaken.protocol.mcp.McpApi.modernRequest;
import static io.awaken.protocol.mcp.McpApi.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.suspension.ClientRequests;
import io.awaken.core.tool.ClientAbility;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tools that send requests to their client: for forms, its model and its user's folders. */
@Rows(1264)
class McpClientRequestsTest {

  private static final String ALL = "{'elicitation':{},'sampling':{},'roots':{}}";
  private static final String MODEL =
      "{'role':'assistant','model':'m','content':{'type':'text','text':'Paris'}}";

  private final FunctionTool ask =
      new FunctionTool(
          "ask",
          (arguments, call) ->
              call.decision()
                  .map(
                      decision ->
                          ToolResult.success(
                              "ask",
                              decision.result() == null
                                  ? JsonNodeFactory.instance.textNode("nothing")
                                  : decision.result()))
                  .orElseGet(() -> ToolResult.suspended("ask", everything().ticket())));

  private McpApi api = offering(ask);

  private static McpApi offering(FunctionTool tool) {
    return new McpApi(Script.builder().says("Hello").build(), tool).offering("*");
  }

  private static ClientRequests everything() {
    return new ClientRequests("Who are you?")
        .form(
            "name",
            "What is your name?",
            json(
                """
                {"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}
                """))
        .sampling("capital", "What is the capital of France?", 100)
        .roots("folders");
  }

  private FakeExchange open(String more, String client) {
    return api.open(
        modern("tools/call", "ask"),
        modernRequest(
            1, "tools/call", "{'name':'ask','arguments':{'value':'x'}%s}".formatted(more), client));
  }

  private JsonNode called(String more, String client) {
    return api.messages(open(more, client)).getLast();
  }

  private JsonNode answered(JsonNode asked, String replies, String client) {
    String state = asked.at("/result/requestState").asText();
    return called(",'requestState':'%s','inputResponses':{%s}".formatted(state, replies), client);
  }

  @Test
  void allRequestsAreSentTogetherAndTheToolReadsTheAnswers() {
    JsonNode asked = called("", ALL);

    assertThat(asked.at("/result/resultType").asText()).isEqualTo("input_required");
    JsonNode inputs = asked.at("/result/inputRequests");
    assertThat(inputs.at("/name/method").asText()).isEqualTo("elicitation/create");
    assertThat(inputs.at("/name/params/message").asText()).isEqualTo("What is your name?");
    assertThat(inputs.at("/capital"))
        .isEqualTo(
            json(
                """
                {"method":"sampling/createMessage","params":{"messages":[{"role":"user",
                "content":{"type":"text","text":"What is the capital of France?"}}],
                "maxTokens":100}}
                """));
    assertThat(inputs.at("/folders")).isEqualTo(json("{\"method\":\"roots/list\",\"params\":{}}"));

    JsonNode done =
        answered(
            asked,
            "'name':{'action':'accept','content':{'name':'Ada'}},'capital':%s,'more':7,"
                    .formatted(MODEL)
                + "'folders':{'roots':[{'uri':'file:///a'}]}",
            ALL);

    JsonNode result = done.at("/result/structuredContent");
    assertThat(result.at("/name/name").asText()).isEqualTo("Ada");
    assertThat(result.at("/capital/content/text").asText()).isEqualTo("Paris");
    assertThat(result.at("/folders/roots/0/uri").asText()).isEqualTo("file:///a");
  }

  @Test
  void aClientGetsOnlyRequestsOfItsCapabilities() {
    JsonNode asked = called("", "{'sampling':{}}");

    assertThat(asked.at("/result/inputRequests")).hasSize(1);
    assertThat(asked.at("/result/inputRequests").has("capital")).isTrue();
    JsonNode done = answered(asked, "'capital':" + MODEL, "{'sampling':{}}");
    assertThat(done.at("/result/structuredContent")).hasSize(1);
  }

  @Test
  void aClientWithoutTheCapabilitiesReadsWhatTheRunWaitsFor() {
    JsonNode result = called("", "{}").get("result");

    assertThat(result.get("isError").asBoolean()).isTrue();
    assertThat(result.at("/content/0/text").asText()).contains("waits for an answer");
  }

  @Test
  void aMissingReplyIsRequestedAgain() {
    JsonNode asked = called("", ALL);

    JsonNode again = answered(asked, "'capital':" + MODEL, ALL);

    assertThat(again.at("/result/resultType").asText()).isEqualTo("input_required");
    assertThat(again.at("/result/inputRequests")).hasSize(3);
  }

  @Test
  void anAnswerWithoutItsStateAnswersNoQuestion() {
    JsonNode asked = called(",'inputResponses':{'capital':%s}".formatted(MODEL), "{'sampling':{}}");

    assertThat(asked.at("/result/resultType").asText()).isEqualTo("input_required");
    assertThat(asked.at("/result/inputRequests").has("capital")).isTrue();
    JsonNode done = answered(asked, "'capital':" + MODEL, "{'sampling':{}}");
    assertThat(done.at("/result/resultType").asText()).isEqualTo("complete");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'name':{'action':'accept'},'capital':{'content':{}},'folders':{'roots':[]}",
        "'name':{'action':'accept','content':{'name':'A'}},'capital':7,'folders':{'roots':[]}",
        "'name':{'action':'accept','content':{'name':'A'}},'capital':{'content':{}},'folders':{}",
        "'name':{'action':'accept','content':{'name':7}},'capital':{'content':{}},"
            + "'folders':{'roots':[]}",
      })
  void anInvalidAnswerIsRefusedAndTheQuestionStaysOpen(String replies) {
    JsonNode asked = called("", ALL);
    String state = asked.at("/result/requestState").asText();

    var refused = open(",'requestState':'%s','inputResponses':{%s}".formatted(state, replies), ALL);

    assertThat(body((Response) refused.answered()).at("/error/code").asInt()).isEqualTo(-32602);
    assertThat(ask.calls()).hasSize(1);
  }

  @Test
  void eachQuestionOfARunHasItsOwnState() {
    api =
        offering(
            new FunctionTool(
                "ask", (arguments, call) -> ToolResult.suspended("ask", everything().ticket())));
    JsonNode first = called("", "{'sampling':{}}");

    JsonNode second = answered(first, "'capital':%s".formatted(MODEL), "{'sampling':{}}");

    assertThat(second.at("/result/resultType").asText()).isEqualTo("input_required");
    assertThat(second.at("/result/requestState")).isNotEqualTo(first.at("/result/requestState"));
  }

  @Test
  void decliningClosesTheQuestion() {
    JsonNode asked = called("", ALL);

    JsonNode done = answered(asked, "'name':{'action':'decline'},'capital':{},'folders':{}", ALL);

    assertThat(done.at("/result/content/0/text").asText()).isEqualTo("nothing");
  }

  @Test
  @Attacks("S13")
  void anotherTenantCannotAnswerForTheClient() {
    JsonNode asked = called("", "{'sampling':{}}");
    api.caller = new Caller("other", "eve", Set.of());

    String state = asked.at("/result/requestState").asText();
    var refused =
        open(
            ",'requestState':'%s','inputResponses':{'capital':%s}".formatted(state, MODEL),
            "{'sampling':{}}");

    assertThat(body((Response) refused.answered()).at("/error/code").asInt()).isEqualTo(-32602);
    assertThat(ask.calls()).hasSize(1);
  }

  @Test
  void aSessionGetsTheQuestionOnTheStreamOfItsCall() {
    Map<String, String> session = api.session("2025-11-25", "{'sampling':{}}");
    FakeExchange call =
        api.open(session, request(1, "tools/call", "{'name':'ask','arguments':{'value':'x'}}"));

    JsonNode question = api.messages(call).getLast();
    assertThat(question.get("method").asText()).isEqualTo("sampling/createMessage");
    assertThat(question.at("/params/maxTokens").asInt()).isEqualTo(100);

    api.post(
        session,
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}"
            .formatted(question.get("id"), MODEL.replace('\'', '"')));

    assertThat(api.messages(call).getLast().at("/result/structuredContent/capital/model").asText())
        .isEqualTo("m");
  }

  @Test
  void aSessionGetsOneRequestAtATime() {
    Map<String, String> session = api.session("2025-11-25", ALL);

    FakeExchange call =
        api.open(session, request(1, "tools/call", "{'name':'ask','arguments':{'value':'x'}}"));

    assertThat(api.messages(call).getLast().at("/result/isError").asBoolean()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"{}, sampling", "{'elicitation':{}}, sampling"})
  @Rows(1265)
  void aToolThatNeedsAMissingCapabilityIsNotCalled(String client, String missing) {
    api = offering(ask.needing(ClientAbility.SAMPLING));

    var answer = (Response) open("", client).answered();

    assertThat(answer.getStatus()).isEqualTo(400);
    JsonNode error = body(answer).get("error");
    assertThat(error.get("code").asInt()).isEqualTo(-32021);
    assertThat(error.at("/data/requiredCapabilities"))
        .isEqualTo(json("{\"%s\":{}}".formatted(missing)));
    assertThat(ask.calls()).isEmpty();
  }

  @Test
  @Rows(1265)
  void aSessionReadsTheMissingCapabilityInTheResult() {
    api = offering(ask.needing(ClientAbility.ROOTS));
    Map<String, String> session = api.session("2025-06-18", "{}");

    JsonNode result =
        body(api.post(
                session, request(1, "tools/call", "{'name':'ask','arguments':{'value':'x'}}")))
            .get("result");

    assertThat(result.get("isError").asBoolean()).isTrue();
    assertThat(result.at("/content/0/text").asText()).contains("[roots]");
  }
}
