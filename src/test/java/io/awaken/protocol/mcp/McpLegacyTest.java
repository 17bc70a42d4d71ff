package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.json;
import static io.awaken.protocol.mcp.McpApi.lastId;
import static io.awaken.protocol.mcp.McpApi.messages;
import static io.awaken.protocol.mcp.McpApi.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients with sessions, until 2025-11-25. */
@Rows({243, 1061, 1062})
class McpLegacyTest {

  private static final String HELLO = "{'name':'a','arguments':{'message':'Hi'}}";

  private final McpApi api = new McpApi(Script.builder().says("Hello world").repeating().build());

  private static int code(Response answer) {
    return body(answer).at("/error/code").asInt();
  }

  @ParameterizedTest
  @CsvSource({
    "2025-11-25,2025-11-25",
    "2025-06-18,2025-06-18",
    "2025-03-26,2025-03-26",
    "2024-11-05,2025-11-25",
    "2026-07-28,2025-11-25"
  })
  void aSessionUsesTheClientsVersionIfItIsSupported(String asked, String agreed) {
    Response answer =
        api.post(
            Map.of(),
            request(
                1, "initialize", "{'protocolVersion':'%s','capabilities':{}}".formatted(asked)));

    JsonNode result = body(answer).get("result");
    assertThat(result.get("protocolVersion").asText()).isEqualTo(agreed);
    assertThat(result.at("/capabilities/tools").isObject()).isTrue();
    assertThat(result.at("/serverInfo/name").asText()).isEqualTo("awaken");
    assertThat(answer.getHeaderString("Mcp-Session-Id")).matches("[\\x21-\\x7e]{32,}");
  }

  @Test
  void aRequestWithoutASessionIsRefused() {
    Response answer = api.post(Map.of(), request(1, "ping", "{}"));

    assertThat(answer.getStatus()).isEqualTo(400);
    assertThat(body(answer).at("/error/message").asText()).contains("Mcp-Session-Id");
    assertThat(body(answer).get("id").asInt()).isOne();
  }

  @Test
  @Attacks("S13")
  void aSessionBelongsToItsPrincipal() {
    Map<String, String> session = api.session("2025-11-25", "{}");
    Caller owner = api.caller;
    for (Caller other :
        List.of(
            new Caller("default", "bob", Set.of()),
            new Caller("other", McpApi.CALLER, Set.of()),
            Caller.ANONYMOUS)) {
      api.caller = other;
      assertThat(api.post(session, request(1, "ping", "{}")).getStatus()).isEqualTo(404);
    }
    api.caller = owner;
    for (String guess : List.of("x", "e30.e30", session.get("Mcp-Session-Id") + "A", "")) {
      Map<String, String> guessed = Map.of("Mcp-Session-Id", guess);
      assertThat(api.post(guessed, request(1, "ping", "{}")).getStatus()).isEqualTo(404);
    }
    assertThat(api.post(session, request(1, "ping", "{}")).getStatus()).isEqualTo(200);
    api.clock.advance(Duration.ofDays(2));
    assertThat(api.post(session, request(1, "ping", "{}")).getStatus()).isEqualTo(404);
  }

  @Test
  void anAgentIsAToolThatTakesAMessage() {
    Response answer = api.post(api.session("2025-11-25", "{}"), request(1, "tools/list", "{}"));

    JsonNode tools = body(answer).at("/result/tools");
    assertThat(tools).hasSize(1);
    assertThat(tools.at("/0/name").asText()).isEqualTo("a");
    assertThat(tools.at("/0/inputSchema/required")).isEqualTo(json("[\"message\"]"));
    assertThat(body(answer).get("result").has("resultType")).isFalse();
  }

  @Test
  void aCallIsADurableRunWhoseAnswerIsTheResult() {
    FakeExchange call = api.open(api.session("2025-11-25", "{}"), request(7, "tools/call", HELLO));

    String frames = api.frames(call);

    assertThat(frames).startsWith("retry: 1000\nid: ").contains("\ndata: \n\n");
    List<JsonNode> messages = messages(frames);
    assertThat(messages).hasSize(1);
    assertThat(messages.getFirst().get("id").asInt()).isEqualTo(7);
    JsonNode result = messages.getFirst().get("result");
    assertThat(result.at("/content/0/text").asText()).isEqualTo("Hello world");
    assertThat(result.at("/structuredContent/response").asText()).isEqualTo("Hello world");
    var run = new RunId(result.at("/structuredContent/run_id").asText());
    assertThat(api.node.record(run).finalOutput()).isEqualTo("Hello world");
    assertThat(api.node.record(run).caller().subject()).isEqualTo(McpApi.CALLER);
  }

  @Test
  void aConversationContinuesOnItsThread() {
    Map<String, String> session = api.session("2025-06-18", "{}");
    List<JsonNode> first = api.messages(api.open(session, request(1, "tools/call", HELLO)));
    String thread = first.getLast().at("/result/structuredContent/thread_id").asText();

    List<JsonNode> second =
        api.messages(
            api.open(
                session,
                request(
                    2,
                    "tools/call",
                    "{'name':'a','arguments':{'message':'And?','thread_id':'%s'}}"
                        .formatted(thread))));

    assertThat(second.getLast().at("/result/structuredContent/thread_id").asText())
        .isEqualTo(thread);
  }

  @Test
  void progressIsReportedForATokenAndGrows() {
    List<JsonNode> messages =
        api.messages(
            api.open(
                api.session("2025-11-25", "{}"),
                request(
                    1,
                    "tools/call",
                    "{'name':'a','arguments':{'message':'Hi'},'_meta':{'progressToken':'p'}}")));

    List<JsonNode> progress =
        messages.stream()
            .filter(each -> each.path("method").asText().contains("progress"))
            .toList();
    assertThat(progress).isNotEmpty();
    assertThat(progress).allMatch(each -> each.at("/params/progressToken").asText().equals("p"));
    assertThat(progress).extracting(each -> each.at("/params/progress").asInt()).isSorted();
    assertThat(messages.getLast().has("result")).isTrue();
  }

  @Test
  @Attacks("S15")
  void aHiddenToolIsReportedAsUnknown() {
    api.node.registry.publish(
        before ->
            before.with(
                before.agentList().getFirst().toBuilder().expose().description("h").build()));
    Map<String, String> session = api.session("2025-11-25", "{}");

    Response hidden = api.post(session, request(1, "tools/call", HELLO));
    Response unknown = api.post(session, request(1, "tools/call", HELLO.replace("'a'", "'b'")));

    assertThat(code(hidden)).isEqualTo(-32602);
    assertThat(body(hidden).toString())
        .isEqualTo(body(unknown).toString().replace("tool: b", "tool: a"));
    assertThat(body(api.post(session, request(2, "tools/list", "{}"))).at("/result/tools"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|message must be a non-blank string",
        "{'message':' '}|message must be a non-blank string",
        "{'message':3}|message must be a non-blank string",
        "{'message':'a','x':1}|unknown argument x; known are message and thread_id",
        "{'message':'a','thread_id':3}|thread_id must be a string",
        "{'message':'a','thread_id':'/'}|thread_id may have letters, digits and -_.:@ only",
        "[]|arguments must be an object"
      })
  void invalidArgumentsAreAResultThatTheModelReads(String arguments, String why) {
    Response answer =
        api.post(
            api.session("2025-11-25", "{}"),
            request(1, "tools/call", "{'name':'a','arguments':" + arguments + "}"));

    assertThat(body(answer).at("/result/isError").asBoolean()).isTrue();
    assertThat(body(answer).at("/result/content/0/text").asText()).isEqualTo(why);
  }

  @Test
  void aRepeatedCallStartsOneRun() {
    Map<String, String> session = api.session("2025-11-25", "{}");
    String call = request(1, "tools/call", HELLO);
    JsonNode first = api.messages(api.open(session, call)).getLast();

    JsonNode again = api.messages(api.open(session, call)).getLast();
    JsonNode other = api.messages(api.open(api.session("2025-11-25", "{}"), call)).getLast();

    assertThat(again).isEqualTo(first);
    assertThat(other.at("/result/structuredContent/run_id"))
        .isNotEqualTo(first.at("/result/structuredContent/run_id"));
  }

  @Test
  void aReaderResumesALostStreamAfterItsLastEvent() {
    Map<String, String> session = api.session("2025-11-25", "{}");
    FakeExchange lost = api.open(session, request(1, "tools/call", HELLO));
    lost.output.begin();
    String primed = lastId(lost.output.arrived());
    lost.output.breakConnection();

    String rest = api.frames(api.reconnect(session, primed));

    assertThat(messages(rest).getLast().at("/result/content/0/text").asText())
        .isEqualTo("Hello world");
    assertThat(messages(rest).getLast().get("id").asInt()).isOne();
    assertThat(((Response) api.reconnect(session, lastId(rest)).answered()).getStatus())
        .isEqualTo(204);
  }

  @Test
  @Attacks("S13")
  void anotherTenantCannotReadAStream() {
    Map<String, String> session = api.session("2025-11-25", "{}");
    String place = lastId(api.frames(api.open(session, request(1, "tools/call", HELLO))));
    api.caller = new Caller("other", "eve", Set.of());

    Response stranger = (Response) api.reconnect(api.session("2025-11-25", "{}"), place).answered();
    Response broken =
        (Response) api.reconnect(api.session("2025-11-25", "{}"), "nonsense").answered();

    assertThat(stranger.getStatus()).isEqualTo(404);
    assertThat(broken.getStatus()).isEqualTo(400);
  }

  @Test
  void cancellingACallEndsItsRun() {
    Map<String, String> session = api.session("2025-11-25", "{}");
    FakeExchange call = api.open(session, request("\"c\"", "tools/call", HELLO));

    Response taken =
        api.post(
            session,
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"c\"}}");

    JsonNode result = api.messages(call).getLast().get("result");
    assertThat(taken.getStatus()).isEqualTo(202);
    assertThat(result.get("isError").asBoolean()).isTrue();
    var run = new RunId(result.at("/_meta/io.awaken~1runId").asText());
    assertThat(api.node.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(api.node.record(run).termination()).isEqualTo(new TerminationReason.Cancelled());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{|400|-32700",
        "3|400|-32600",
        "{'jsonrpc':'1.0','id':1,'method':'ping'}|400|-32600",
        "{'jsonrpc':'2.0','id':1,'method':'nothing'}|200|-32601",
        "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':{'cursor':'x'}}|200|-32602",
        "[{'jsonrpc':'2.0','id':1,'method':'ping'}]|400|-32600"
      })
  void invalidMessagesAreProtocolErrors(String sent, int status, int code) {
    Response answer = api.post(api.session("2025-11-25", "{}"), sent.replace('\'', '"'));

    assertThat(answer.getStatus()).isEqualTo(status);
    assertThat(code(answer)).isEqualTo(code);
  }

  @Test
  void anUnsupportedVersionIsRefused() {
    var headers = new java.util.HashMap<>(api.session("2025-11-25", "{}"));
    headers.put("MCP-Protocol-Version", "1999-01-01");

    Response answer = api.post(headers, request(1, "ping", "{}"));

    assertThat(answer.getStatus()).isEqualTo(400);
    assertThat(body(answer).at("/error/message").asText()).contains("2025-11-25");
  }

  @Test
  void theOldestVersionSupportsBatchesOfSimpleRequests() {
    Map<String, String> session = api.session("2025-03-26", "{}");

    Response answer =
        api.post(
            session,
            "[%s,{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"},%s,3]"
                .formatted(request(1, "ping", "{}"), request(2, "tools/call", HELLO)));
    Response silent =
        api.post(session, "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}]");

    assertThat(body(answer)).hasSize(3);
    assertThat(body(answer).at("/0/result")).isEmpty();
    assertThat(body(answer).at("/1/error/code").asInt()).isEqualTo(-32600);
    assertThat(body(answer).at("/2/error/code").asInt()).isEqualTo(-32600);
    assertThat(silent.getStatus()).isEqualTo(202);
  }

  @Test
  void onlyASessionHasAStandingStream() {
    Response get = (Response) api.reconnect(Map.of(), null).answered();

    assertThat(get.getStatus()).isEqualTo(405);
    assertThat(get.getHeaderString("Allow")).isEqualTo("POST");
  }

  @Test
  @Rows(1061)
  void anIdleSessionStoresNothing() {
    int most = 0;
    for (int i = 0; i < 100; i++) {
      most = Math.max(most, api.session("2025-11-25", "{}").get("Mcp-Session-Id").length());
    }

    assertThat(most).isLessThan(1_000);
    assertThat(api.node.sinks.opened()).isZero();
    assertThat(api.timer.waiting()).isZero();
    assertThat(api.threads.waiting()).isZero();
  }
}
