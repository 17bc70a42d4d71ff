package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.modern;
import static io.awaken.protocol.mcp.McpApi.modernRequest;
import static io.awaken.protocol.mcp.McpApi.request;
import static io.awaken.protocol.mcp.TaskCalls.CAN;
import static io.awaken.protocol.mcp.TaskCalls.HELLO;
import static io.awaken.protocol.mcp.TaskCalls.YES;
import static io.awaken.protocol.mcp.TaskCalls.ask;
import static io.awaken.protocol.mcp.TaskCalls.asking;
import static io.awaken.protocol.mcp.TaskCalls.speaking;
import static io.awaken.protocol.mcp.TaskCalls.state;
import static io.awaken.protocol.mcp.TaskCalls.work;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.model.InferenceException;
import io.awaken.core.run.Caller;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Session calls that become tasks, with 2025-11-25. */
@Rows({1110, 1111})
class McpSessionTasksTest {

  private static final String AS_TASK =
      "{'name':'a','arguments':{'message':'Hi'},'task':{'ttl':60000}}";

  private final FunctionTool pay = FunctionTool.answering("pay", "paid");

  private static JsonNode result(McpApi api, Map<String, String> session, String method, String p) {
    return body(api.post(session, request(7, method, p))).get("result");
  }

  private static String begun(McpApi api, Map<String, String> session) {
    return result(api, session, "tools/call", AS_TASK).at("/task/taskId").asText();
  }

  @Test
  void aSessionCallBecomesATaskOnRequest() {
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
  void aRepeatedCallReturnsTheSameTask() {
    McpApi api = speaking();
    Map<String, String> session = api.session("2025-11-25", "{}");

    assertThat(begun(api, session)).isEqualTo(begun(api, session));
  }

  @Test
  void anInterruptedCallIsListedAsATask() {
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
        .isEqualTo("cursor must come from an earlier page");
  }

  @Test
  void theResultOfAWaitingTaskAsksAndContinuesOnOneStream() {
    McpApi api = asking(pay);
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
  void theResultStreamOfATaskIsResumed() {
    McpApi api = asking(pay);
    Map<String, String> session = api.session("2025-11-25", "{}");
    String id = begun(api, session);
    work(api);
    String frames =
        api.frames(api.open(session, request(9, "tasks/result", "{'taskId':'%s'}".formatted(id))));

    FakeExchange back = api.reconnect(session, McpApi.lastId(frames));
    assertThat(api.messages(back)).isEmpty();
    String key = state(api, id, CAN).get("inputRequests").fieldNames().next();
    ask(api, "tasks/update", id, ",'inputResponses':{'%s':%s}".formatted(key, YES), CAN);

    JsonNode last = api.messages(back).getLast();
    assertThat(last.get("id").asInt()).isEqualTo(9);
    assertThat(last.at("/result/_meta/io.modelcontextprotocol~1related-task/taskId").asText())
        .isEqualTo(id);
  }

  @Test
  void aClientWithoutFormsWaitsUntilAnotherClientAnswers() {
    McpApi api = asking(pay);
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
    McpApi api = asking(pay);
    Map<String, String> session = api.session("2025-11-25", "{}");
    String task = "{'taskId':'%s'}".formatted(begun(api, session));
    work(api);

    JsonNode cancelled = result(api, session, "tasks/cancel", task);

    assertThat(cancelled.get("status").asText()).isEqualTo("cancelled");
    JsonNode again = body(api.post(session, request(8, "tasks/cancel", task))).get("error");
    assertThat(again.get("code").asInt()).isEqualTo(-32602);
    assertThat(again.get("message").asText()).startsWith("the task has already finished");
  }

  @Test
  void aFailedRunIsAFailedTask() {
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
  void aSessionOfAnotherTenantCannotFindTheTask(String method) {
    McpApi api = asking(pay);
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
  void anInvalidTaskRequestIsRefused(String wish) {
    McpApi api = speaking();
    Map<String, String> session = api.session("2025-11-25", "{}");
    String call = AS_TASK.replace("{'ttl':60000}", wish);

    JsonNode error = body(api.post(session, request(1, "tools/call", call))).get("error");

    assertThat(error.get("code").asInt()).isEqualTo(-32602);
    assertThat(error.get("message").asText()).startsWith("task must be");
    assertThat(api.node.sinks.opened()).isZero();
  }

  @Test
  void earlierSessionsHaveNoTasks() {
    McpApi api = speaking();
    Map<String, String> session = api.session("2025-06-18", "{}");

    JsonNode error = body(api.post(session, request(1, "tasks/list", "{}"))).get("error");

    assertThat(error.get("code").asInt()).isEqualTo(-32601);
    assertThat(api.messages(api.open(session, request(2, "tools/call", AS_TASK)))).hasSize(1);
    assertThat(result(api, session, "tools/list", "{}").findValue("execution")).isNull();
  }

  @Test
  void taskSupportIsDeclared() {
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
