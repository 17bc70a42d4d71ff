package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.json;
import static io.awaken.protocol.mcp.McpApi.modern;
import static io.awaken.protocol.mcp.McpApi.modernRequest;
import static io.awaken.protocol.mcp.McpApi.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.spec.PromptSpec;
import io.awaken.core.spec.PromptSpec.Argument;
import io.awaken.core.spec.PromptSpec.PromptMessage;
import io.awaken.core.spec.PromptSpec.Role;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that write null for absent fields get the answer of those that leave them out. */
@Rows(243)
class McpNullFieldsTest {

  private static final PromptSpec GREETING =
      new PromptSpec(
          "greeting",
          null,
          null,
          List.of(new Argument("who", null, null, true), new Argument("how", null, null, false)),
          List.of(new PromptMessage(Role.USER, "Greet {{who}} {{how}}.")));

  private static McpApi api() {
    var api =
        new McpApi(
                Script.builder().says("Hello").repeating().build(),
                FunctionTool.answering("pay", "paid"))
            .offering("pay");
    api.prompts = List.of(GREETING);
    return api;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          initialize               | {'protocolVersion':'2025-11-25','capabilities':{'sampling':null,'elicitation':{'form':{},'url':null},'roots':null,'extensions':null},'clientInfo':{'name':'t','version':'1','title':null,'icons':null},'_meta':null}
          ping                     | {'_meta':null}
          tools/list               | {'cursor':null,'_meta':{'progressToken':null}}
          tools/call               | {'name':'pay','arguments':{'value':'10'},'task':null,'_meta':{'progressToken':null}}
          tools/call               | {'name':'a','arguments':{'message':'Hi','thread_id':null},'task':null}
          tools/call               | {'name':'a','arguments':{'message':'Hi'},'task':{'ttl':null}}
          prompts/list             | {'cursor':null}
          prompts/get              | {'name':'greeting','arguments':{'who':'Bo','how':null},'_meta':null}
          resources/list           | {'cursor':null}
          resources/templates/list | {'cursor':null}
          completion/complete      | {'ref':{'type':'ref/prompt','name':'greeting','title':null},'argument':{'name':'who','value':''},'context':null}
          completion/complete      | {'ref':{'type':'ref/prompt','name':'greeting'},'argument':{'name':'who','value':''},'context':{'arguments':null}}
          logging/setLevel         | {'level':'debug','_meta':null}
          tasks/list               | {'cursor':null}
          """)
  void ofASessionsRequestIsAbsent(String method, String params) {
    assertThat(ofSession(api(), method, json(params.replace('\'', '"'))))
        .isEqualTo(ofSession(api(), method, withoutNulls(params)))
        .doesNotContain("\"error\"", "\"isError\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          tools/list           |          | {'cursor':null}
          tools/call           | pay      | {'name':'pay','arguments':{'value':'10'},'requestState':null,'inputResponses':null,'_meta':{'progressToken':null,'io.modelcontextprotocol/logLevel':null,'io.modelcontextprotocol/clientInfo':null}}
          tools/call           | a        | {'name':'a','arguments':{'message':'Hi','thread_id':null},'requestState':null}
          prompts/list         |          | {'cursor':null}
          prompts/get          | greeting | {'name':'greeting','arguments':{'who':'Bo','how':null}}
          resources/list       |          | {'cursor':null}
          completion/complete  |          | {'ref':{'type':'ref/prompt','name':'greeting'},'argument':{'name':'who','value':''},'context':null}
          subscriptions/listen |          | {'notifications':{'toolsListChanged':true,'promptsListChanged':null,'resourceSubscriptions':null,'taskIds':null}}
          server/discover      |          | {'_meta':{'traceparent':null}}
          """)
  void ofARequestWithoutASessionIsAbsent(String method, String name, String params) {
    assertThat(ofModern(api(), method, name, json(params.replace('\'', '"'))))
        .isEqualTo(ofModern(api(), method, name, withoutNulls(params)))
        .doesNotContain("\"error\"", "\"isError\"");
  }

  private static String ofSession(McpApi api, String method, JsonNode params) {
    Map<String, String> headers =
        method.equals("initialize") ? Map.of() : api.session("2025-11-25", "{}");
    return answer(api, api.open(headers, request(1, method, params.toString())));
  }

  private static String ofModern(McpApi api, String method, String name, JsonNode params) {
    String body = modernRequest(1, method, params.toString(), "{'sampling':null,'elicitation':{}}");
    return answer(api, api.open(modern(method, name), body));
  }

  /** Without ids and times, which differ between two servers. */
  private static String answer(McpApi api, FakeExchange exchange) {
    String answer =
        exchange.answered() instanceof Response plain
            ? body(plain).toString()
            : api.messages(exchange).toString();
    return answer.replaceAll("id-\\d+-\\d+", "id").replaceAll("\\d{4}-[-T:.\\d]+Z", "now");
  }

  private static JsonNode withoutNulls(String params) {
    JsonNode json = json(params.replace('\'', '"'));
    strip(json);
    return json;
  }

  private static void strip(JsonNode json) {
    json.properties().removeIf(field -> field.getValue().isNull());
    json.forEach(McpNullFieldsTest::strip);
  }
}
