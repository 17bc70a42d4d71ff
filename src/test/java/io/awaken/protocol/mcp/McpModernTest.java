package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.json;
import static io.awaken.protocol.mcp.McpApi.modern;
import static io.awaken.protocol.mcp.McpApi.modernRequest;
import static io.awaken.protocol.mcp.McpApi.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.run.RunQuery;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients since 2026-07-28, whose requests are self-contained. */
@Rows({243, 1063})
class McpModernTest {

  private static final String HELLO = "{'name':'a','arguments':{'message':'Hi'}}";

  private final McpApi api = new McpApi(Script.builder().says("Hello world").repeating().build());

  @Test
  void discoveryListsTheSupportedVersions() {
    Response answer =
        api.post(modern("server/discover", null), modernRequest(1, "server/discover", "{}", "{}"));

    JsonNode result = body(answer).get("result");
    assertThat(result.get("resultType").asText()).isEqualTo("complete");
    assertThat(result.get("supportedVersions")).isEqualTo(json("[\"2026-07-28\"]"));
    assertThat(result.at("/capabilities/tools").isObject()).isTrue();
    assertThat(result.get("ttlMs").isIntegralNumber()).isTrue();
    assertThat(result.get("cacheScope").asText()).isEqualTo("private");
    assertThat(result.at("/_meta/io.modelcontextprotocol~1serverInfo/name").asText())
        .isEqualTo("awaken");
  }

  @Test
  void toolsAreListedAndCalledWithoutASession() {
    Response list =
        api.post(modern("tools/list", null), modernRequest(1, "tools/list", "{}", "{}"));
    List<JsonNode> messages =
        api.messages(
            api.open(modern("tools/call", "a"), modernRequest(2, "tools/call", HELLO, "{}")));

    assertThat(body(list).at("/result/tools/0/name").asText()).isEqualTo("a");
    assertThat(body(list).at("/result/resultType").asText()).isEqualTo("complete");
    assertThat(messages).hasSize(1);
    assertThat(messages.getFirst().at("/result/resultType").asText()).isEqualTo("complete");
    assertThat(messages.getFirst().at("/result/content/0/text").asText()).isEqualTo("Hello world");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "2026-07-28|tools/call|-|-32020",
        "2026-07-28|tools/call|b|-32020",
        "2026-07-28|tools/list|a|-32020",
        "2026-07-28|-|a|-32020",
        "-|tools/call|a|-32020",
        "2025-11-25|tools/call|a|-32020",
        "2027-01-01|tools/call|a|-32020",
        "2026-07-28|tools/call|=?base64?%%?=|-32020"
      })
  @Attacks("S14")
  void headersMustMatchTheBody(String version, String method, String name, int code) {
    var headers = new java.util.HashMap<String, String>();
    headers.put("MCP-Protocol-Version", version);
    headers.put("Mcp-Method", method);
    headers.put("Mcp-Name", name);

    Response answer = api.post(headers, modernRequest(1, "tools/call", HELLO, "{}"));

    assertThat(answer.getStatus()).isEqualTo(400);
    assertThat(body(answer).at("/error/code").asInt()).isEqualTo(code);
    assertThat(api.node.sinks.opened()).isZero();
  }

  @Test
  void aHeaderMayBeEncoded() {
    FakeExchange call =
        api.open(
            modern("tools/call", "=?base64?YQ==?="), modernRequest(2, "tools/call", HELLO, "{}"));

    assertThat(api.messages(call)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'_meta':{}}",
        "{'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28'}}",
        "{'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
            + "'io.modelcontextprotocol/clientCapabilities':3}}"
      })
  @Attacks("S14")
  void aRequestWithoutCapabilitiesIsRefused(String params) {
    Response answer = api.post(modern("tools/list", null), request(1, "tools/list", params));

    assertThat(answer.getStatus()).isEqualTo(400);
    assertThat(body(answer).at("/error/code").asInt()).isEqualTo(-32602);
    assertThat(body(answer).at("/error/message").asText()).contains("io.modelcontextprotocol/");
  }

  @Test
  void anUnsupportedVersionIsAnsweredWithTheSupportedOnes() {
    String body =
        modernRequest(1, "server/discover", "{}", "{}").replace("2026-07-28", "2027-01-01");
    Map<String, String> headers =
        Map.of("MCP-Protocol-Version", "2027-01-01", "Mcp-Method", "server/discover");

    Response answer = api.post(headers, body);

    assertThat(answer.getStatus()).isEqualTo(400);
    assertThat(body(answer).at("/error/code").asInt()).isEqualTo(-32022);
    assertThat(body(answer).at("/error/data/supported/0").asText()).isEqualTo("2026-07-28");
  }

  @ParameterizedTest
  @ValueSource(strings = {"initialize", "ping", "logging/setLevel", "nothing"})
  void methodsOfTheOtherEraAreUnknown(String method) {
    Response answer = api.post(modern(method, null), modernRequest(1, method, "{}", "{}"));

    assertThat(answer.getStatus()).isEqualTo(404);
    assertThat(body(answer).at("/error/code").asInt()).isEqualTo(-32601);
  }

  @Test
  void aStreamCannotBeResumed() {
    Response answer = (Response) api.reconnect(modern("", null), "x").answered();

    assertThat(answer.getStatus()).isEqualTo(405);
  }

  @Test
  void closingTheStreamCancelsTheCall() {
    FakeExchange call =
        api.open(modern("tools/call", "a"), modernRequest(2, "tools/call", HELLO, "{}"));
    call.output.begin();
    call.output.breakConnection();
    api.timer.advance(Duration.ofMinutes(1));
    api.threads.runAll();
    api.frames(call);

    var all = new RunQuery.Filter("default", null, null, null, null, null);
    assertThat(api.node.stores.runs().list(new RunQuery(all, null, 0, 10)).items())
        .extracting(RunRecord::termination)
        .containsExactly(new TerminationReason.Cancelled());
  }
}
