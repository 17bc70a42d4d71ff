package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.json;
import static io.awaken.protocol.mcp.McpApi.modern;
import static io.awaken.protocol.mcp.McpApi.modernRequest;
import static io.awaken.protocol.mcp.McpApi.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.tool.RetryClass;
import io.awaken.fixture.Attacks;
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

/** Headers that repeat arguments of calls. */
@Rows(1268)
class McpArgumentHeadersTest {

  private final FunctionTool look =
      FunctionTool.answering("look", "seen")
          .retried(RetryClass.SAFE)
          .describedBy(
              json(
                  """
                  {"type":"object","properties":{
                    "region":{"type":"string","x-mcp-header":"Region"},
                    "count":{"type":"integer","x-mcp-header":"Count"}}}
                  """));

  private final McpApi api =
      new McpApi(Script.builder().says("Hello").build(), look).offeringBeside(List.of(), "*");

  private JsonNode called(String arguments, String region, String count) {
    Map<String, String> headers = modern("tools/call", "look");
    if (region != null) {
      headers.put("Mcp-Param-Region", region);
    }
    if (count != null) {
      headers.put("Mcp-Param-Count", count);
    }
    String params = "{'name':'look','arguments':%s}".formatted(arguments);
    FakeExchange call = api.open(headers, modernRequest(1, "tools/call", params, "{}"));
    api.toolThreads.runAll();
    return body((Response) call.answered());
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"region\":\"eu\"}', eu,",
    "'{\"region\":\"eu\",\"count\":7}', eu, 7",
    "'{\"region\":\"é\"}', =?base64?w6k=?=,",
    "'{\"region\":\"eu\"}', =?base64?ZXU=?=,",
    "'{}',,",
    "'{\"other\":1}',,",
  })
  void aCallWithMatchingHeadersIsExecuted(String arguments, String region, String count) {
    assertThat(called(arguments, region, count).at("/result/content/0/text").asText())
        .isEqualTo("seen");
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"region\":\"eu\"}',,",
    "'{\"region\":\"eu\"}', us,",
    "'{\"region\":\"eu\"}', EU,",
    "'{\"region\":\"eu\"}', =?base64?%%?=,",
    "'{\"region\":\"eu\",\"count\":7}', eu, 8",
    "'{}', eu,",
    "'{\"region\":null}', eu,",
  })
  @Attacks("S14")
  void aCallWithOtherHeadersIsRefused(String arguments, String region, String count) {
    JsonNode error = called(arguments, region, count).get("error");

    assertThat(error.get("code").asInt()).isEqualTo(-32020);
    assertThat(error.get("message").asText()).contains("Mcp-Param-");
    assertThat(look.calls()).isEmpty();
  }

  @Test
  void aSessionNeedsNoArgumentHeaders() {
    Map<String, String> session = api.session("2025-11-25", "{}");

    FakeExchange call =
        api.open(session, request(1, "tools/call", "{'name':'look','arguments':{'region':'eu'}}"));
    api.toolThreads.runAll();

    assertThat(body((Response) call.answered()).at("/result/content/0/text").asText())
        .isEqualTo("seen");
  }
}
