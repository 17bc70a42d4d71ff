package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.modern;
import static io.awaken.protocol.mcp.McpApi.modernRequest;
import static io.awaken.protocol.mcp.McpApi.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ToolResult;
import io.awaken.core.tool.LogLevel;
import io.awaken.core.tool.RetryClass;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Log messages of tools for their clients. */
@Rows(1267)
class McpLogsTest {

  private static final String CALL = "{'name':'talk','arguments':{'value':'x'}}";

  private final FunctionTool talk =
      new FunctionTool(
          "talk",
          (arguments, call) -> {
            call.log(LogLevel.DEBUG, "looking");
            call.log(LogLevel.INFO, "found");
            call.log(LogLevel.ERROR, "lost");
            return ToolResult.success("talk", JsonNodeFactory.instance.textNode("done"));
          });

  private McpApi api = offering(RetryClass.KEYED);

  private McpApi offering(RetryClass retry) {
    return new McpApi(Script.builder().says("Hello").build(), talk.retried(retry))
        .offeringBeside(List.of(), "*");
  }

  private static List<String> logged(List<JsonNode> messages) {
    return messages.stream()
        .filter(each -> each.path("method").asText().equals("notifications/message"))
        .map(
            each ->
                "%s %s %s"
                    .formatted(
                        each.at("/params/level").asText(),
                        each.at("/params/logger").asText(),
                        each.at("/params/data").asText()))
        .toList();
  }

  private List<JsonNode> inSession(Map<String, String> session, Object id) {
    return all(api.open(session, request(id, "tools/call", CALL)));
  }

  /** All messages that answer a call, streamed or not. */
  private List<JsonNode> all(FakeExchange call) {
    api.toolThreads.runAll();
    return call.resumed() > 0 ? List.of(body((Response) call.answered())) : api.messages(call);
  }

  @ParameterizedTest
  @EnumSource(
      value = RetryClass.class,
      names = {"SAFE", "KEYED"})
  void aSessionReadsMessagesOfItsLevel(RetryClass retry) {
    api = offering(retry);
    Map<String, String> session = api.session("2025-11-25", "{}");

    List<JsonNode> usual = inSession(session, 1);
    assertThat(logged(usual)).containsExactly("info talk found", "error talk lost");
    assertThat(usual.getLast().at("/result/content/0/text").asText()).isEqualTo("done");

    Response set = api.post(session, request(2, "logging/setLevel", "{'level':'warning'}"));
    assertThat(body(set).get("result")).isEmpty();
    assertThat(logged(inSession(session, 3))).containsExactly("error talk lost");
    assertThat(logged(inSession(api.session("2025-11-25", "{}"), 4)))
        .as("the level of another session")
        .hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'level':7}", "{'level':'loud'}", "{'level':'INFO'}"})
  void anUnknownLevelIsRefused(String params) {
    Map<String, String> session = api.session("2025-11-25", "{}");

    Response answer = api.post(session, request(1, "logging/setLevel", params));

    assertThat(body(answer).at("/error/code").asInt()).isEqualTo(-32602);
  }

  private List<JsonNode> modernly(String level) {
    String meta = ",'_meta':{'io.modelcontextprotocol/logLevel':'%s'}".formatted(level);
    String params = level == null ? CALL : CALL.substring(0, CALL.length() - 1) + meta + "}";
    return all(
        api.open(modern("tools/call", "talk"), modernRequest(1, "tools/call", params, "{}")));
  }

  @ParameterizedTest
  @CsvSource({"SAFE, debug, 3", "SAFE, error, 1", "SAFE,, 0", "KEYED, debug, 3", "KEYED,, 0"})
  void aRequestWithoutASessionNamesItsOwnLevel(RetryClass retry, String level, int messages) {
    api = offering(retry);

    List<JsonNode> answer = modernly(level);

    assertThat(logged(answer)).hasSize(messages);
    assertThat(answer.getLast().at("/result/content/0/text").asText()).isEqualTo("done");
  }

  @Test
  void anUnknownLevelOfARequestIsRefused() {
    assertThat(modernly("loud").getFirst().at("/error/code").asInt()).isEqualTo(-32602);
    assertThat(talk.calls()).isEmpty();
  }

  @Test
  void logMessagesOfAnAgentsToolsAreNotSent() {
    var script = Script.builder().calls("talk", Map.of("value", "x")).says("Done.").build();
    api = new McpApi(script, talk);
    Map<String, String> session = api.session("2025-11-25", "{}");

    FakeExchange call =
        api.open(session, request(1, "tools/call", "{'name':'a','arguments':{'message':'Hi'}}"));

    assertThat(logged(api.messages(call))).isEmpty();
    assertThat(talk.calls()).hasSize(1);
  }
}
