package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.json;
import static io.awaken.protocol.mcp.McpApi.lastId;
import static io.awaken.protocol.mcp.McpApi.messages;
import static io.awaken.protocol.mcp.McpApi.modern;
import static io.awaken.protocol.mcp.McpApi.modernRequest;
import static io.awaken.protocol.mcp.McpApi.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.hook.ToolFilter;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.Exposure;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.tool.ProgressStatus;
import io.awaken.core.tool.RetryClass;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestPlugin;
import io.awaken.http.submit.FieldNames;
import io.awaken.http.submit.Refusals;
import io.awaken.protocol.mcp.call.OfferedTools;
import io.awaken.protocol.mcp.call.ToolAgent;
import io.awaken.provider.scripted.Script;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tools that clients call without an agent; each of these calls is a run. */
@Rows({1100, 1101, 1103})
class McpToolsTest {

  private static final String PAY = "{'name':'pay','arguments':{'value':'10'}}";

  private final FunctionTool pay = FunctionTool.answering("pay", "paid");
  private final FunctionTool look = FunctionTool.answering("look", "seen").retried(RetryClass.SAFE);

  private McpApi api(FunctionTool... tools) {
    return new McpApi(Script.builder().says("Hello").repeating().build(), tools);
  }

  private static McpApi guarded(TestPlugin plugin, FunctionTool... tools) {
    return new McpApi(Script.builder().says("Hello").build(), List.of(plugin), tools);
  }

  private static List<String> names(McpApi api) {
    Response list =
        api.post(modern("tools/list", null), modernRequest(1, "tools/list", "{}", "{}"));
    return body(list).at("/result/tools").findValuesAsText("name");
  }

  private static FakeExchange call(McpApi api, String name, String params, String capabilities) {
    return api.open(
        modern("tools/call", name), modernRequest(2, "tools/call", params, capabilities));
  }

  private static JsonNode result(McpApi api, String name, String params) {
    return api.messages(call(api, name, params, "{}")).getLast().get("result");
  }

  private static JsonNode paid(McpApi api) {
    return result(api, "pay", PAY);
  }

  @Test
  void toolsAreOfferedOnlyIfConfigured() {
    McpApi api = api(pay);

    assertThat(names(api)).containsExactly("a");
    assertThat(body((Response) call(api, "pay", PAY, "{}").answered()).at("/error/message"))
        .hasToString("\"Unknown tool: pay\"");
  }

  @Test
  void toolsAreListedAfterAgentsWithTheirSchemas() {
    McpApi api = api(pay, look).offering("pay", "lo*");

    Response list =
        api.post(modern("tools/list", null), modernRequest(1, "tools/list", "{}", "{}"));

    JsonNode tools = body(list).at("/result/tools");
    assertThat(tools.findValuesAsText("title")).containsExactly("a", "look", "pay");
    assertThat(tools.at("/2/inputSchema/required/0").asText()).isEqualTo("value");
    assertThat(tools.at("/1/annotations/idempotentHint").asBoolean()).isTrue();
    assertThat(tools.at("/2/annotations/idempotentHint").asBoolean(true)).isFalse();
  }

  @Test
  void aPageContainsAgentsAndTools() {
    List<FunctionTool> tools = new ArrayList<>();
    for (int i = 100; i < 250; i++) {
      tools.add(FunctionTool.answering("t" + i, "x"));
    }
    McpApi api = api(tools.toArray(FunctionTool[]::new)).offering("t*");
    Map<String, String> session = api.session("2025-11-25", "{}");

    JsonNode first = body(api.post(session, request(1, "tools/list", "{}"))).get("result");
    JsonNode second =
        body(api.post(session, request(2, "tools/list", "{'cursor':'100'}"))).get("result");

    assertThat(first.get("nextCursor").asText()).isEqualTo("100");
    assertThat(first.at("/tools/0/name").asText()).isEqualTo("a");
    assertThat(first.at("/tools/99/name").asText()).isEqualTo("t198");
    assertThat(second.get("tools")).hasSize(51);
    assertThat(second.at("/tools/0/name").asText()).isEqualTo("t199");
    assertThat(second.has("nextCursor")).isFalse();
  }

  @Test
  void anAgentKeepsItsNameAndTheLogNamesTheTool() {
    McpApi api = api(FunctionTool.answering("a", "tool"), pay).offering("*");

    try (var log = new CapturedLog(OfferedTools.class)) {
      assertThat(names(api)).containsExactly("a", "pay");
      assertThat(names(api)).containsExactly("a", "pay");
      assertThat(log.warnings()).singleElement().asString().contains("[a]", "name_taken");
    }
    JsonNode result = result(api, "a", "{'name':'a','arguments':{'message':'Hi'}}");
    assertThat(result.at("/content/0/text").asText()).isEqualTo("Hello");
  }

  @Test
  @Attacks("S15")
  void aHiddenToolIsAnsweredLikeAMissingOne() {
    ToolFilter hiding = context -> Optional.of(Set.of("look"));
    var plugin = new TestPlugin("hiding", parts -> parts.toolFilter(hiding));
    McpApi api = guarded(plugin, pay, look).offering("*");

    Response hidden = (Response) call(api, "pay", PAY, "{}").answered();
    Response unknown =
        (Response) call(api, "xyz", "{'name':'xyz','arguments':{}}", "{}").answered();

    assertThat(names(api)).containsExactly("a", "look");
    assertThat(hidden.getStatus()).isEqualTo(unknown.getStatus());
    assertThat(body(hidden).toString()).isEqualTo(body(unknown).toString().replace("xyz", "pay"));
    assertThat(api.node.sinks.opened()).isZero();
  }

  @Test
  void aFailedFilterHidesAllTools() {
    ToolFilter broken =
        context -> {
          throw new IllegalStateException("broken");
        };
    McpApi api =
        guarded(new TestPlugin("broken", parts -> parts.toolFilter(broken)), pay).offering("*");

    try (var log = new CapturedLog(OfferedTools.class)) {
      assertThat(names(api)).containsExactly("a");
      assertThat(log.warnings()).isNotEmpty();
    }
  }

  @Test
  void aCallIsARunWithTheResultOfTheTool() {
    McpApi api = api(pay).offering("pay");

    JsonNode result = paid(api);

    assertThat(result.get("resultType").asText()).isEqualTo("complete");
    assertThat(result.get("content")).isEqualTo(json("[{\"type\":\"text\",\"text\":\"paid\"}]"));
    assertThat(result.has("structuredContent")).isFalse();
    assertThat(result.has("isError")).isFalse();
    assertThat(pay.arguments()).containsExactly(json("{\"value\":\"10\"}"));
    RunRecord run = runs(api).getFirst();
    assertThat(result.at("/_meta/io.awaken~1runId").asText()).isEqualTo(run.runId().value());
    assertThat(pay.calls().getFirst().caller()).isEqualTo(api.caller);
    assertThat(pay.calls().getFirst().idempotencyKey()).contains(run.runId().value());
  }

  private static List<RunRecord> runs(McpApi api) {
    var all = new RunQuery.Filter("default", null, null, null, null, null);
    return api.node.stores.runs().list(new RunQuery(all, null, 0, 10)).items();
  }

  @Test
  void allContentOfAToolReachesTheClient() {
    ObjectNode data = JsonNodeFactory.instance.objectNode().put("sum", 3);
    var image = MediaKind.IMAGE.of("image/png", new byte[] {1, 2}, null);
    var rich =
        new FunctionTool(
            "rich",
            (arguments, context) ->
                ToolResult.success("rich", data)
                    .with(
                        List.of(
                            image,
                            MediaKind.DOCUMENT.of("application/pdf", new byte[] {3}, "a.pdf"),
                            ContentBlock.Source.url("https://example.com/", "Example"))));
    McpApi api = api(rich).offering("rich");

    JsonNode result = result(api, "rich", "{'name':'rich','arguments':{'value':'x'}}");

    assertThat(result.get("structuredContent")).isEqualTo(data);
    assertThat(result.at("/content/0/text").asText()).isEqualTo("{\"sum\":3}");
    assertThat(result.at("/content/1"))
        .isEqualTo(json("{\"type\":\"image\",\"data\":\"AQI=\",\"mimeType\":\"image/png\"}"));
    assertThat(result.at("/content/2/resource/blob").asText()).isEqualTo("Aw==");
    assertThat(result.at("/content/3/uri").asText()).isEqualTo("https://example.com/");
  }

  @Test
  void aFailedToolIsAResultWithAnError() {
    var failing =
        new FunctionTool(
            "fail", (arguments, context) -> ToolResult.errorWithCode("fail", "no_money", "No."));
    McpApi api = api(failing).offering("fail");

    JsonNode result = result(api, "fail", "{'name':'fail','arguments':{'value':'x'}}");

    assertThat(result.get("isError").asBoolean()).isTrue();
    assertThat(result.at("/content/0/text").asText()).isEqualTo("No.");
    assertThat(result.at("/_meta/io.awaken~1code").asText()).isEqualTo("no_money");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'value':3}", "{'value':'x','other':1}", "[]"})
  void invalidArgumentsStartNoRun(String arguments) {
    McpApi api = api(pay).offering("pay");

    Response answer =
        (Response)
            call(api, "pay", "{'name':'pay','arguments':%s}".formatted(arguments), "{}").answered();

    assertThat(body(answer).at("/result/isError").asBoolean()).isTrue();
    assertThat(body(answer).at("/result/content/0/text").asText()).isNotBlank();
    assertThat(api.node.sinks.opened()).isZero();
  }

  @Test
  void aSessionResumesALostStream() {
    McpApi api = api(pay).offering("pay");
    Map<String, String> session = api.session("2025-11-25", "{}");
    String frames = api.frames(api.open(session, request(7, "tools/call", PAY)));
    String begin = lastId(frames.lines().limit(2).collect(Collectors.joining("\n")));

    String rest = api.frames(api.reconnect(session, begin));

    assertThat(messages(rest).getLast()).isEqualTo(messages(frames).getLast());
    assertThat(messages(rest).getLast().at("/result/content/0/text").asText()).isEqualTo("paid");
    assertThat(api.messages(api.open(session, request(7, "tools/call", PAY)))).isNotEmpty();
    assertThat(pay.calls()).as("a repeated request begins no other call").hasSize(1);
  }

  @Test
  void aToolReportsItsProgress() {
    var slow =
        new FunctionTool(
            "slow",
            (arguments, context) -> {
              context.reportProgress(ProgressStatus.RUNNING, "half done", 0.5);
              return ToolResult.success("slow", null);
            });
    McpApi api = api(slow).offering("slow");

    List<JsonNode> messages =
        api.messages(
            call(
                api,
                "slow",
                "{'name':'slow','arguments':{'value':'x'},'_meta':{'progressToken':'p'}}",
                "{}"));

    assertThat(messages).hasSize(2);
    assertThat(messages.getFirst().at("/params/progressToken").asText()).isEqualTo("p");
    assertThat(messages.getFirst().at("/params/message").asText()).isEqualTo("half done");
  }

  @Test
  void aToolCallCannotBeATask() {
    McpApi api = api(pay).offering("pay");
    Map<String, String> session = api.session("2025-11-25", "{}");

    JsonNode tools = body(api.post(session, request(1, "tools/list", "{}"))).at("/result/tools");
    Response refused =
        api.post(
            session,
            request(2, "tools/call", "{'name':'pay','arguments':{'value':'1'},'task':{}}"));

    assertThat(tools.at("/0/execution/taskSupport").asText()).isEqualTo("optional");
    assertThat(tools.at("/1").has("execution")).isFalse();
    assertThat(body(refused).at("/error/code").asInt()).isEqualTo(-32601);
  }

  @Test
  void changedDocumentsKeepTheTools() {
    McpApi api = api(pay).offering("pay");
    var other = AgentSpec.builder("b", "m").expose(Exposure.MCP).build();

    api.node.registry.publish(now -> now.with(other));

    assertThat(names(api)).containsExactly("a", "b", "pay");
    assertThat(paid(api).at("/content/0/text").asText()).isEqualTo("paid");
  }

  @Test
  @Attacks("S15")
  void clientsCannotFindOrRunTheAgentOfTheCalls() {
    McpApi api = api(pay).offering("pay");
    String thread = paid(api).at("/_meta/io.awaken~1threadId").asText();

    assertThat(api.node.registry.get().agentList()).extracting(AgentSpec::id).containsExactly("a");
    for (String asked : List.of(thread, "other")) {
      var request =
          new RunRequest(
              ToolAgent.ID, new ThreadId("default", asked), List.of("again"), api.caller);
      assertThatThrownBy(
              () -> Refusals.named(FieldNames.NATIVE, () -> api.service().background(request)))
          .hasMessageContaining("agent not found");
    }
    assertThat(pay.calls()).hasSize(1);
  }
}
