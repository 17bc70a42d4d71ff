package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.modern;
import static io.awaken.protocol.mcp.McpApi.modernRequest;
import static io.awaken.protocol.mcp.McpApi.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.builtin.permission.PermissionBehavior;
import io.awaken.builtin.permission.PermissionPlugin;
import io.awaken.builtin.permission.PermissionRule;
import io.awaken.builtin.permission.PermissionRules;
import io.awaken.builtin.permission.pattern.ToolCallPattern;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.hook.AfterTool;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.tool.ProgressStatus;
import io.awaken.core.tool.RetryClass;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls of repeatable tools: no run, nothing written. */
@Rows(1102)
class McpDirectToolsTest {

  private static final String LOOK = "{'name':'look','arguments':{'value':'10'}}";

  private final FunctionTool look = FunctionTool.answering("look", "seen").retried(RetryClass.SAFE);

  private static McpApi api(FunctionTool tool, Plugin... plugins) {
    return new McpApi(Script.builder().says("Hello").build(), tool)
        .offeringBeside(List.of(plugins), "*");
  }

  private static FakeExchange call(McpApi api, String params) {
    return api.open(modern("tools/call", "look"), modernRequest(2, "tools/call", params, "{}"));
  }

  private static JsonNode answer(McpApi api, FakeExchange call) {
    api.toolThreads.runAll();
    return body((Response) call.answered());
  }

  private static List<?> runs(McpApi api) {
    var all = new RunQuery.Filter("default", null, null, null, null, null);
    return api.node.stores.runs().list(new RunQuery(all, null, 0, 10)).items();
  }

  @Test
  void aCallIsAnsweredWithPlainJsonAndStartsNoRun() {
    McpApi api = api(look);

    JsonNode answer = answer(api, call(api, LOOK));

    assertThat(answer.get("id").asInt()).isEqualTo(2);
    assertThat(answer.at("/result/resultType").asText()).isEqualTo("complete");
    assertThat(answer.at("/result/content/0/text").asText()).isEqualTo("seen");
    assertThat(look.calls().getFirst().caller()).isEqualTo(api.caller);
    assertThat(runs(api)).isEmpty();
  }

  @Test
  void aComputingToolRunsOnTheRequestThread() {
    McpApi api = api(look.computing());

    FakeExchange call = call(api, LOOK);

    assertThat(body((Response) call.answered()).at("/result/content/0/text").asText())
        .isEqualTo("seen");
  }

  @Test
  void aClientWithoutStreamsIsAnswered() {
    McpApi api = api(look);
    Map<String, String> headers = modern("tools/call", "look");
    headers.put("Accept", "application/json");

    JsonNode answer = answer(api, api.open(headers, modernRequest(2, "tools/call", LOOK, "{}")));

    assertThat(answer.at("/result/content/0/text").asText()).isEqualTo("seen");
  }

  @Test
  void invalidArgumentsReachNoTool() {
    McpApi api = api(look);

    JsonNode answer = answer(api, call(api, "{'name':'look','arguments':{'value':1}}"));

    assertThat(answer.at("/result/isError").asBoolean()).isTrue();
    assertThat(answer.at("/result/_meta/io.awaken~1code").asText()).isEqualTo("invalid_arguments");
    assertThat(look.calls()).isEmpty();
  }

  @Test
  void anOversizedResultIsAnError() {
    McpApi api = api(FunctionTool.answering("look", "x".repeat(300_000)).retried(RetryClass.SAFE));

    JsonNode answer = answer(api, call(api, LOOK));

    assertThat(answer.at("/result/_meta/io.awaken~1code").asText()).isEqualTo("result_too_large");
  }

  @Test
  void anOverdueCallIsAnsweredAndItsToolIsCancelled() {
    McpApi api = api(look.within(Duration.ofMillis(500)));
    FakeExchange call = call(api, LOOK);

    api.timer.advance(Duration.ofMillis(500));

    JsonNode answer = body((Response) call.answered());
    assertThat(answer.at("/result/_meta/io.awaken~1code").asText()).isEqualTo("timeout");
    api.toolThreads.runAll();
    assertThat(look.calls()).as("never entered after its time").isEmpty();
  }

  @Test
  void aProgressTokenOpensAStream() {
    var telling =
        new FunctionTool(
                "look",
                (arguments, context) -> {
                  context.reportProgress(ProgressStatus.RUNNING, "half done", 0.5);
                  return ToolResult.success("look", null);
                })
            .retried(RetryClass.SAFE);
    McpApi api = api(telling);
    FakeExchange call = call(api, LOOK.replace("}}", "},'_meta':{'progressToken':'p'}}"));

    List<JsonNode> messages = api.messages(call);

    assertThat(messages).hasSize(2);
    assertThat(messages.getFirst().at("/params/message").asText()).isEqualTo("half done");
    assertThat(messages.getLast().at("/result/content/0/text").asText()).isEqualTo("ok");
    assertThat(runs(api)).isEmpty();
  }

  @Test
  void aSlowCallGetsAStreamAndEndsWithIt() {
    McpApi api = api(look);
    FakeExchange call = call(api, LOOK);

    api.timer.advance(Duration.ofSeconds(1));
    api.threads.runAll();
    call.output.begin();
    call.output.breakConnection();
    api.timer.advance(Duration.ofMinutes(1));

    api.toolThreads.runAll();
    assertThat(look.calls()).as("its client has gone before it was entered").isEmpty();
  }

  @Test
  void aClientWithASessionCancelsItsCall() {
    McpApi api = api(look);
    Map<String, String> session = api.session("2025-11-25", "{}");
    FakeExchange call = api.open(session, request(7, "tools/call", LOOK));

    api.post(
        session,
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}");
    api.toolThreads.runAll();

    assertThat(look.calls()).isEmpty();
    assertThat(body((Response) call.answered()).at("/result/isError").asBoolean()).isTrue();
  }

  private static Plugin rules(PermissionBehavior other, PermissionRule... rules) {
    return new PermissionPlugin(PermissionRules.of(other, rules));
  }

  @Test
  void anAllowedToolNeedsNoRun() {
    McpApi api = api(look, rules(PermissionBehavior.ASK, PermissionRule.allow("look")));

    assertThat(answer(api, call(api, LOOK)).at("/result/content/0/text").asText())
        .isEqualTo("seen");
    assertThat(runs(api)).isEmpty();
  }

  @Test
  void aDeniedToolIsNotCalled() {
    McpApi api = api(look, rules(PermissionBehavior.DENY));

    JsonNode result = api.messages(call(api, LOOK)).getLast().get("result");

    assertThat(result.get("isError").asBoolean()).isTrue();
    assertThat(result.at("/content/0/text").asText()).contains("not available");
    assertThat(look.calls()).isEmpty();
  }

  @Test
  @Attacks("S37")
  void rulesSeeTheConvertedArgumentsWithWhichTheToolIsCalled() {
    look.describedBy(
        McpApi.json(
            """
            {"type": "object", "properties": {"files": {"type": "array"}}}\
            """));
    McpApi api =
        api(
            look,
            rules(
                PermissionBehavior.ALLOW,
                new PermissionRule(
                    ToolCallPattern.parse("look(files[*].path ~ \"secret/*\")"),
                    PermissionBehavior.DENY,
                    null,
                    null)));
    String call = "{'name':'look','arguments':{'files':'[{\\\"path\\\":\\\"%s/a\\\"}]'}}";

    JsonNode denied = api.messages(call(api, call.formatted("secret"))).getLast().get("result");
    assertThat(denied.at("/content/0/text").asText()).contains("permission denied");
    assertThat(look.calls()).isEmpty();

    answer(api, call(api, call.formatted("open")));
    assertThat(look.calls()).hasSize(1);
  }

  @Test
  void aToolThatNeedsApprovalIsCalledInARun() {
    McpApi api = api(look, rules(PermissionBehavior.ASK));
    String elicits = "{'elicitation':{}}";

    FakeExchange call =
        api.open(modern("tools/call", "look"), modernRequest(2, "tools/call", LOOK, elicits));

    assertThat(api.messages(call).getLast().at("/result/resultType").asText())
        .isEqualTo("input_required");
    assertThat(runs(api)).hasSize(1);
    assertThat(look.calls()).isEmpty();
  }

  @Test
  void aPluginCanReplaceTheResult() {
    var changing =
        new TestPlugin(
            "changing",
            parts ->
                parts.afterTool(
                    (context, toolCall, result) ->
                        AfterTool.Decision.replace(ToolResult.error("look", "changed"))));
    McpApi api = api(look, changing);

    JsonNode result = api.messages(call(api, LOOK)).getLast().get("result");

    assertThat(result.at("/content/0/text").asText()).isEqualTo("changed");
    assertThat(runs(api)).hasSize(1);
  }

  @Test
  void aToolThatSuspendsIsCalledInARunFromThenOn() {
    var asking =
        new FunctionTool(
                "look",
                (arguments, context) ->
                    ToolResult.suspended("look", SuspendTicket.approval("ask", "May I?")))
            .retried(RetryClass.SAFE);
    McpApi api = api(asking);

    JsonNode first = answer(api, call(api, LOOK));
    JsonNode next = api.messages(call(api, LOOK)).getLast();

    assertThat(first.at("/result/_meta/io.awaken~1code").asText()).isEqualTo("needs_run");
    assertThat(next.at("/result/content/0/text").asText()).contains("waits for an answer");
    assertThat(runs(api)).hasSize(1);
  }
}
