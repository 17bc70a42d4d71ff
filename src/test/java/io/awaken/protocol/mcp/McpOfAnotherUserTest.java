package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.modern;
import static io.awaken.protocol.mcp.McpApi.modernRequest;
import static io.awaken.protocol.mcp.McpApi.request;
import static io.awaken.protocol.mcp.TaskCalls.CAN;
import static io.awaken.protocol.mcp.TaskCalls.ask;
import static io.awaken.protocol.mcp.TaskCalls.asking;
import static io.awaken.protocol.mcp.TaskCalls.state;
import static io.awaken.protocol.mcp.TaskCalls.work;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Eve and an operator use a thread of Ada, in which a call of her session waits for an answer. */
@Attacks({"S13", "S58"})
@Rows({243, 1114})
class McpOfAnotherUserTest {

  private static final Caller EVE = new Caller("default", "eve", Set.of("manager"));
  private static final String FORMS = "{'elicitation':{}}";
  private static final String PAY = "{'name':'a','arguments':{'message':'Pay','thread_id':'t'}}";
  private static final String YES = "{'action':'accept','content':{'approved':true}}";

  private final FunctionTool pay = FunctionTool.answering("pay", "paid");
  private final McpApi api = asking(pay);
  private final ThreadId thread = McpApi.thread("t");
  private Map<String, String> adas;
  private FakeExchange call;
  private String place;
  private JsonNode question;
  private String run;

  @BeforeEach
  void adaAsks() {
    api.node.stores.threads().create(thread, api.caller, null, null, null);
    adas = api.session("2025-11-25", FORMS);
    call = api.open(adas, request(1, "tools/call", PAY));
    String frames = api.frames(call);
    place = McpApi.lastId(frames);
    question = McpApi.messages(frames).getLast();
    run = api.node.stores.threads().find(thread).orElseThrow().openRunId().value();
    api.caller = EVE;
  }

  private JsonNode answered(Map<String, String> session, String method, String params) {
    return body(api.post(session, request(7, method, params)));
  }

  /** Refused like one that does not exist. */
  private void assertMissing(String method, String params, String id) {
    Map<String, String> session = api.session("2025-11-25", FORMS);
    JsonNode foreign = answered(session, method, params).get("error");
    JsonNode unknown = answered(session, method, params.replace(id, "none")).get("error");

    assertThat(foreign).as(method).isNotNull();
    assertThat(foreign.toString().replace(id, "none")).isEqualTo(unknown.toString());
  }

  @Test
  void anotherUserCannotUseTheSession() {
    assertThat(api.post(adas, request(2, "ping", "{}")).getStatus()).isEqualTo(404);
    assertThat(((Response) api.reconnect(adas, null).answered()).getStatus()).isEqualTo(404);
  }

  @Test
  void anotherUserCannotContinueTheStreamOfACall() {
    Map<String, String> session = api.session("2025-11-25", FORMS);

    assertThat(((Response) api.reconnect(session, place).answered()).getStatus()).isEqualTo(404);
  }

  @Test
  void anotherUserCannotCallIntoTheThread() {
    int messages = api.node.stores.threads().history(thread).size();
    JsonNode refused = answered(api.session("2025-11-25", FORMS), "tools/call", PAY).get("error");

    assertThat(refused.get("message").asText()).isEqualTo("thread not found: t");
    assertThat(api.node.stores.threads().history(thread)).hasSize(messages);
  }

  @Test
  void anotherUserCannotAnswerTheQuestion() {
    String answer =
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}"
            .formatted(question.get("id"), YES.replace('\'', '"'));
    api.post(api.session("2025-11-25", FORMS), answer);

    assertThat(api.messages(call)).isEmpty();
    assertThat(pay.calls()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tasks/get", "tasks/result", "tasks/cancel"})
  void anotherUserCannotFindTheTaskFromASession(String method) {
    assertMissing(method, "{'taskId':'%s'}".formatted(run), run);
    assertThat(answered(api.session("2025-11-25", FORMS), "tasks/list", "{}").at("/result/tasks"))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tasks/get", "tasks/update", "tasks/cancel"})
  void anotherUserCannotFindTheTask(String method) {
    JsonNode foreign = body(ask(api, method, run, ",'inputResponses':{}", CAN)).get("error");
    JsonNode unknown = body(ask(api, method, "none", ",'inputResponses':{}", CAN)).get("error");

    assertThat(foreign.toString().replace(run, "none")).isEqualTo(unknown.toString());
    api.caller = new Caller("default", McpApi.CALLER, Set.of());
    assertThat(state(api, run, CAN).get("status").asText()).isEqualTo("input_required");
  }

  @Test
  void anotherUserCannotReadTheThreadOrTheRun() {
    assertMissing("resources/read", "{'uri':'awaken://threads/t'}", "threads/t");
    assertMissing("resources/read", "{'uri':'awaken://runs/%s'}".formatted(run), run);
    assertMissing("resources/subscribe", "{'uri':'awaken://threads/t'}", "threads/t");
    assertThat(
            answered(api.session("2025-11-25", FORMS), "resources/list", "{}")
                .at("/result/resources"))
        .isEmpty();
  }

  @Test
  void anotherUserIsNotNotifiedOfTheThread() {
    FakeExchange stream =
        api.open(
            modern("subscriptions/listen", null),
            modernRequest(
                7,
                "subscriptions/listen",
                "{'notifications':{'resourceSubscriptions':['awaken://threads/t'],'taskIds':['%s']}}"
                    .formatted(run),
                CAN));
    stream.output.begin();
    assertThat(McpApi.messages(stream.output.arrived()).getFirst().at("/params/notifications"))
        .isEmpty();
    api.node
        .stores
        .mailbox()
        .submits()
        .interrupt(thread, new Caller("default", McpApi.CALLER, Set.of()));
    for (int i = 0; i < 8; i++) {
      api.timer.advance(Duration.ofSeconds(1));
      api.threads.runAll();
    }

    assertThat(McpApi.messages(stream.output.arrived())).isEmpty();
  }

  @Test
  void anOperatorReadsTheThreadAndItsTask() {
    api.caller = EVE.asOperator();
    Map<String, String> session = api.session("2025-11-25", FORMS);

    assertThat(
            answered(session, "resources/read", "{'uri':'awaken://threads/t'}")
                .at("/result/contents/0/text")
                .asText())
        .contains("Pay");
    assertThat(answered(session, "tasks/list", "{}").at("/result/tasks/0/taskId").asText())
        .isEqualTo(run);
    assertThat(state(api, run, CAN).get("status").asText()).isEqualTo("input_required");
    work(api);
    assertThat(pay.calls()).isEmpty();
  }
}
