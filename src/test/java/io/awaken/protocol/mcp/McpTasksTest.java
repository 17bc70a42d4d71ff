package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.modern;
import static io.awaken.protocol.mcp.McpApi.modernRequest;
import static io.awaken.protocol.mcp.McpApi.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.model.InferenceException;
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
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that are tasks, in both eras. */
@Rows({1110, 1111})
class McpTasksTest {

  private static final String CAN =
      "{'extensions':{'io.modelcontextprotocol/tasks':{}},'elicitation':{}}";
  private static final String SILENT = "{'extensions':{'io.modelcontextprotocol/tasks':{}}}";
  private static final String HELLO = "{'name':'a','arguments':{'message':'Hi'}}";
  private static final String AS_TASK =
      "{'name':'a','arguments':{'message':'Hi'},'task':{'ttl':60000}}";
  private static final String YES = "{'action':'accept','content':{'approved':true}}";

  private final FunctionTool pay = FunctionTool.answering("pay", "paid");

  private static McpApi speaking() {
    return new McpApi(Script.builder().says("Hello world").repeating().build());
  }

  private McpApi asking() {
    var gate =
        new TestPlugin(
            "gate",
            parts ->
                parts.registerToolGateHook(
                    context ->
                        Optional.of(
                            new ToolIntercept.Suspend(
                                SuspendTicket.approval("pay", "May I pay?")))));
    var script =
        Script.builder().calls("pay", Map.of("value", "10")).says("Done.").repeating().build();
    return new McpApi(script, List.of(gate), pay);
  }

  private static JsonNode called(McpApi api) {
    Response answer =
        api.post(modern("tools/call", "a"), modernRequest(1, "tools/call", HELLO, CAN));
    return body(answer).get("result");
  }

  private static Response ask(McpApi api, String method, String task, String more, String can) {
    String params = "{'taskId':'%s'%s}".formatted(task, more);
    return api.post(modern(method, task), modernRequest(2, method, params, can));
  }

  private static JsonNode state(McpApi api, String task, String can) {
    return body(ask(api, "tasks/get", task, "", can)).get("result");
  }

  private static void work(McpApi api) {
    for (int i = 0; i < 3; i++) {
      api.node.executeAll();
      api.node.mailbox.claimDue();
      api.node.executeAll();
      api.threads.runAll();
    }
  }

  @Test
  void aCallOfAClientThatCanPollIsATask() {
    McpApi api = speaking();

    JsonNode task = called(api);

    assertThat(task.get("resultType").asText()).isEqualTo("task");
    assertThat(task.get("status").asText()).isEqualTo("working");
    assertThat(task.get("createdAt").asText()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
    assertThat(task.get("ttlMs").isNull()).isTrue();
    String id = task.get("taskId").asText();
    assertThat(state(api, id, CAN).get("status").asText()).isEqualTo("working");

    work(api);

    JsonNode done = state(api, id, CAN);
    assertThat(done.get("resultType").asText()).isEqualTo("complete");
    assertThat(done.get("status").asText()).isEqualTo("completed");
    assertThat(done.at("/result/content/0/text").asText()).isEqualTo("Hello world");
    assertThat(done.at("/result/structuredContent/run_id").asText()).isEqualTo(id);
  }

  @Test
  void aTaskHasTheResultThatTheStreamOfItsCallHas() {
    McpApi api = speaking();
    FakeExchange call =
        api.open(modern("tools/call", "a"), modernRequest(1, "tools/call", HELLO, "{}"));
    JsonNode streamed = api.messages(call).getLast().get("result");

    JsonNode polled = state(api, streamed.at("/structuredContent/run_id").asText(), CAN);

    assertThat(polled.get("result")).isEqualTo(streamed);
  }

  @Test
  void aTaskThatWaitsAsksItsClientAndGoesOnWithTheAnswer() {
    McpApi api = asking();
    String id = called(api).get("taskId").asText();
    work(api);

    JsonNode waiting = state(api, id, CAN);

    assertThat(waiting.get("status").asText()).isEqualTo("input_required");
    String key = waiting.get("inputRequests").fieldNames().next();
    JsonNode question = waiting.at("/inputRequests/" + key);
    assertThat(question.get("method").asText()).isEqualTo("elicitation/create");
    assertThat(question.at("/params/message").asText())
        .isEqualTo("May I pay?\npay {\"value\":\"10\"}");
    String answers = ",'inputResponses':{'%s':%s,'other':%s}".formatted(key, YES, YES);
    JsonNode taken = body(ask(api, "tasks/update", id, answers, CAN)).get("result");
    assertThat(taken).isEqualTo(McpApi.json("{\"resultType\":\"complete\"}"));
    work(api);
    assertThat(state(api, id, CAN).at("/result/content/0/text").asText()).isEqualTo("Done.");
    assertThat(pay.calls()).hasSize(1);
    // Repeating the answer changes nothing.
    assertThat(body(ask(api, "tasks/update", id, answers, CAN)).has("result")).isTrue();
  }

  @Test
  void aClientThatCannotAskIsToldWhatItsTaskWaitsFor() {
    McpApi api = asking();
    String id = called(api).get("taskId").asText();
    work(api);

    JsonNode waiting = state(api, id, SILENT);

    assertThat(waiting.get("status").asText()).isEqualTo("working");
    assertThat(waiting.get("statusMessage").asText()).contains("May I pay?");
    assertThat(waiting.has("inputRequests")).isFalse();
  }

  @Test
  void aTaskIsCancelled() {
    McpApi api = asking();
    String id = called(api).get("taskId").asText();
    work(api);

    JsonNode answer = body(ask(api, "tasks/cancel", id, "", CAN)).get("result");

    assertThat(answer).isEqualTo(McpApi.json("{\"resultType\":\"complete\"}"));
    work(api);
    JsonNode ended = state(api, id, CAN);
    assertThat(ended.get("status").asText()).isEqualTo("cancelled");
    assertThat(ended.has("result")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tasks/get", "tasks/update", "tasks/cancel"})
  void aClientThatDoesNotDeclareTasksIsToldToDoSo(String method) {
    McpApi api = speaking();
    String id = called(api).get("taskId").asText();

    Response answer = ask(api, method, id, ",'inputResponses':{}", "{}");

    assertThat(answer.getStatus()).isEqualTo(400);
    assertThat(body(answer).at("/error/code").asInt()).isEqualTo(-32021);
    assertThat(
            body(answer)
                .at("/error/data/requiredCapabilities/extensions/io.modelcontextprotocol~1tasks")
                .isObject())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tasks/get", "tasks/update", "tasks/cancel"})
  @Attacks({"S13", "S15"})
  void aTaskOfAnotherTenantIsAsAbsentAsOneThatNeverWas(String method) {
    McpApi api = asking();
    String id = called(api).get("taskId").asText();
    work(api);
    api.caller = new Caller("other", McpApi.CALLER, Set.of());

    JsonNode foreign = body(ask(api, method, id, ",'inputResponses':{}", CAN)).get("error");
    JsonNode unknown = body(ask(api, method, "none", ",'inputResponses':{}", CAN)).get("error");

    assertThat(foreign.get("code").asInt()).isEqualTo(-32602);
    assertThat(foreign.toString().replace(id, "none")).isEqualTo(unknown.toString());
    api.caller = new Caller("default", McpApi.CALLER, Set.of());
    assertThat(state(api, id, CAN).get("status").asText()).isEqualTo("input_required");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tasks/get|{}|taskId must be a text",
        "tasks/get|{'taskId':3}|taskId must be a text",
        "tasks/update|{'taskId':'x'}|inputResponses must be an object",
        "tasks/update|{'taskId':'x','inputResponses':[]}|inputResponses must be an object"
      })
  void whatIsMissingIsNamed(String method, String params, String message) {
    String name = params.contains("'x'") ? "x" : null;
    Response answer = speaking().post(modern(method, name), modernRequest(1, method, params, CAN));

    assertThat(body(answer).at("/error/code").asInt()).isEqualTo(-32602);
    assertThat(body(answer).at("/error/message").asText()).isEqualTo(message);
  }

  // Sessions with 2025-11-25.

  private static JsonNode result(McpApi api, Map<String, String> session, String method, String p) {
    return body(api.post(session, request(7, method, p))).get("result");
  }

  private static String begun(McpApi api, Map<String, String> session) {
    return result(api, session, "tools/call", AS_TASK).at("/task/taskId").asText();
  }

  @Test
  void aCallWithinASessionIsATaskWhereItsClientAsksForOne() {
    McpApi api = speaking();
    Map<String, String> session = api.session("2025-11-25", "{}");
    JsonNode tools = result(api, session, "tools/list", "{}");

    JsonNode task = result(api, session, "tools/call", AS_TASK).get("task");

    assertThat(tools.at("/tools/0/execution/taskSupport").asText()).isEqualTo("optional");
    assertThat(task.get("status").asText()).isEqualTo("working");
    assertThat(task.get("ttl").isNull()).isTrue();
    assertThat(task.get("pollInterval").asLong()).isPositive();
    work(api);
    String id = "{'taskId':'%s'}".formatted(task.get("taskId").asText());
    assertThat(result(api, session, "tasks/get", id).get("status").asText()).isEqualTo("completed");
    JsonNode result = result(api, session, "tasks/result", id);
    assertThat(result.at("/content/0/text").asText()).isEqualTo("Hello world");
    assertThat(result.at("/_meta/io.modelcontextprotocol~1related-task/taskId").asText())
        .isEqualTo(task.get("taskId").asText());
  }

  @Test
  void aRepeatedCallIsTheSameTask() {
    McpApi api = speaking();
    Map<String, String> session = api.session("2025-11-25", "{}");

    assertThat(begun(api, session)).isEqualTo(begun(api, session));
  }

  @Test
  void aCallThatWasInterruptedIsFoundAmongTheTasks() {
    McpApi api = speaking();
    Map<String, String> session = api.session("2025-11-25", "{}");
    JsonNode answered = api.messages(api.open(session, request(1, "tools/call", HELLO))).getLast();
    String other = begun(api, session);

    JsonNode tasks = result(api, session, "tasks/list", "{}").get("tasks");

    assertThat(tasks.findValuesAsText("taskId"))
        .containsExactlyInAnyOrder(answered.at("/result/structuredContent/run_id").asText(), other);
  }

  @Test
  void tasksAreListedInPages() {
    McpApi api = speaking();
    Map<String, String> session = api.session("2025-11-25", "{}");
    int many = 60;
    for (int i = 0; i < many; i++) {
      api.post(session, request("\"call-" + i + "\"", "tools/call", AS_TASK));
      api.clock.advance(Duration.ofMillis(1));
    }
    JsonNode first = result(api, session, "tasks/list", "{}");
    String cursor = "{'cursor':'%s'}".formatted(first.get("nextCursor").asText());

    JsonNode second = result(api, session, "tasks/list", cursor);

    var ids = new HashSet<>(first.findValuesAsText("taskId"));
    ids.addAll(second.findValuesAsText("taskId"));
    assertThat(ids).hasSize(many);
    assertThat(second.has("nextCursor")).isFalse();
    assertThat(
            body(api.post(session, request(8, "tasks/list", "{'cursor':'x'}")))
                .at("/error/message")
                .asText())
        .isEqualTo("cursor is not one that a page gave");
  }

  @Test
  void theResultOfATaskThatWaitsAsksAndFollowsOnOneStream() {
    McpApi api = asking();
    Map<String, String> session = api.session("2025-11-25", "{\"elicitation\":{}}");
    String id = begun(api, session);
    work(api);
    String task = "{'taskId':'%s'}".formatted(id);
    assertThat(result(api, session, "tasks/get", task).get("status").asText())
        .isEqualTo("input_required");

    FakeExchange waiting = api.open(session, request(9, "tasks/result", task));
    JsonNode question = api.messages(waiting).getLast();

    assertThat(question.get("method").asText()).isEqualTo("elicitation/create");
    assertThat(question.at("/params/_meta/io.modelcontextprotocol~1related-task/taskId").asText())
        .isEqualTo(id);
    String reply =
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}"
            .formatted(question.get("id"), YES.replace('\'', '"'));
    assertThat(api.post(session, reply).getStatus()).isEqualTo(202);
    JsonNode last = api.messages(waiting).getLast();
    assertThat(last.get("id").asInt()).isEqualTo(9);
    assertThat(last.at("/result/content/0/text").asText()).isEqualTo("Done.");
    assertThat(last.at("/result/_meta/io.modelcontextprotocol~1related-task/taskId").asText())
        .isEqualTo(id);
  }

  @Test
  void aStreamThatWaitsForATaskIsResumed() {
    McpApi api = asking();
    Map<String, String> session = api.session("2025-11-25", "{}");
    String id = begun(api, session);
    work(api);
    String frames =
        api.frames(api.open(session, request(9, "tasks/result", "{'taskId':'%s'}".formatted(id))));

    FakeExchange back = api.comeBack(session, McpApi.lastId(frames));
    assertThat(api.messages(back)).isEmpty();
    String key = state(api, id, CAN).get("inputRequests").fieldNames().next();
    ask(api, "tasks/update", id, ",'inputResponses':{'%s':%s}".formatted(key, YES), CAN);

    JsonNode last = api.messages(back).getLast();
    assertThat(last.get("id").asInt()).isEqualTo(9);
    assertThat(last.at("/result/_meta/io.modelcontextprotocol~1related-task/taskId").asText())
        .isEqualTo(id);
  }

  @Test
  void whoCannotAnswerWaitsUntilSomebodyElseDoes() {
    McpApi api = asking();
    Map<String, String> silent = api.session("2025-11-25", "{}");
    String id = begun(api, silent);
    work(api);

    FakeExchange waiting =
        api.open(silent, request(9, "tasks/result", "{'taskId':'%s'}".formatted(id)));
    assertThat(api.messages(waiting)).isEmpty();
    assertThat(waiting.resumed()).isZero();
    String key = state(api, id, CAN).get("inputRequests").fieldNames().next();
    ask(api, "tasks/update", id, ",'inputResponses':{'%s':%s}".formatted(key, YES), CAN);

    assertThat(api.messages(waiting).getLast().at("/result/content/0/text").asText())
        .isEqualTo("Done.");
  }

  @Test
  void aTaskOfASessionIsCancelledOnce() {
    McpApi api = asking();
    Map<String, String> session = api.session("2025-11-25", "{}");
    String task = "{'taskId':'%s'}".formatted(begun(api, session));
    work(api);

    JsonNode cancelled = result(api, session, "tasks/cancel", task);

    assertThat(cancelled.get("status").asText()).isEqualTo("cancelled");
    JsonNode again = body(api.post(session, request(8, "tasks/cancel", task))).get("error");
    assertThat(again.get("code").asInt()).isEqualTo(-32602);
    assertThat(again.get("message").asText()).startsWith("the task is over");
  }

  @Test
  void aRunThatFailsIsATaskThatFailed() {
    McpApi api =
        new McpApi(Script.builder().fails(InferenceException.Kind.INVALID_REQUEST).build());
    Map<String, String> session = api.session("2025-11-25", "{}");
    String task = "{'taskId':'%s'}".formatted(begun(api, session));
    work(api);

    JsonNode failed = result(api, session, "tasks/get", task);

    assertThat(failed.get("status").asText()).isEqualTo("failed");
    assertThat(failed.get("statusMessage").asText()).isNotBlank();
    assertThat(result(api, session, "tasks/result", task).get("isError").asBoolean()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tasks/get", "tasks/result", "tasks/cancel"})
  @Attacks({"S13", "S15"})
  void aSessionOfAnotherTenantDoesNotFindTheTask(String method) {
    McpApi api = asking();
    String id = begun(api, api.session("2025-11-25", "{}"));
    api.caller = new Caller("other", McpApi.CALLER, Set.of());
    Map<String, String> session = api.session("2025-11-25", "{}");

    JsonNode foreign =
        body(api.post(session, request(1, method, "{'taskId':'%s'}".formatted(id)))).get("error");
    JsonNode unknown =
        body(api.post(session, request(1, method, "{'taskId':'none'}"))).get("error");

    assertThat(foreign.toString().replace(id, "none")).isEqualTo(unknown.toString());
    assertThat(foreign.get("code").asInt()).isEqualTo(-32602);
    assertThat(result(api, session, "tasks/list", "{}").get("tasks")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"'x'", "[]", "{'ttl':-1}", "{'ttl':'1'}"})
  void aWishForATaskThatMakesNoSenseIsRefused(String wish) {
    McpApi api = speaking();
    Map<String, String> session = api.session("2025-11-25", "{}");
    String call = AS_TASK.replace("{'ttl':60000}", wish);

    JsonNode error = body(api.post(session, request(1, "tools/call", call))).get("error");

    assertThat(error.get("code").asInt()).isEqualTo(-32602);
    assertThat(error.get("message").asText()).startsWith("task must be");
    assertThat(api.node.sinks.opened()).isZero();
  }

  @Test
  void earlierSessionsKnowNoTasks() {
    McpApi api = speaking();
    Map<String, String> session = api.session("2025-06-18", "{}");

    JsonNode error = body(api.post(session, request(1, "tasks/list", "{}"))).get("error");

    assertThat(error.get("code").asInt()).isEqualTo(-32601);
    assertThat(api.messages(api.open(session, request(2, "tools/call", AS_TASK)))).hasSize(1);
    assertThat(result(api, session, "tools/list", "{}").findValue("execution")).isNull();
  }

  @Test
  void whatIsOfferedIsSaid() {
    McpApi api = speaking();
    ObjectNode begin = (ObjectNode) McpApi.json(request(1, "initialize", "{}"));
    begin.withObject("/params").put("protocolVersion", "2025-11-25").putObject("capabilities");

    JsonNode legacy = body(api.post(Map.of(), begin.toString())).at("/result/capabilities");
    JsonNode modern =
        body(api.post(
                modern("server/discover", null), modernRequest(1, "server/discover", "{}", "{}")))
            .at("/result/capabilities");

    assertThat(legacy.at("/tasks/requests/tools/call").isObject()).isTrue();
    assertThat(legacy.at("/tasks/list").isObject()).isTrue();
    assertThat(legacy.at("/tasks/cancel").isObject()).isTrue();
    assertThat(modern.at("/extensions/io.modelcontextprotocol~1tasks").isObject()).isTrue();
    assertThat(modern.has("tasks")).isFalse();
  }
}
