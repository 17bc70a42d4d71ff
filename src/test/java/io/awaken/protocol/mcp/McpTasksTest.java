package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.modern;
import static io.awaken.protocol.mcp.McpApi.modernRequest;
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
import io.awaken.core.run.Caller;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import jakarta.ws.rs.core.Response;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that become tasks, since 2026-07-28. */
@Rows({1110, 1111})
class McpTasksTest {

  private static final String SILENT = "{'extensions':{'io.modelcontextprotocol/tasks':{}}}";

  private final FunctionTool pay = FunctionTool.answering("pay", "paid");

  private static JsonNode called(McpApi api) {
    Response answer =
        api.post(modern("tools/call", "a"), modernRequest(1, "tools/call", HELLO, CAN));
    return body(answer).get("result");
  }

  @Test
  void aCallOfAClientWithTasksBecomesATask() {
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
  void aTaskHasTheResultOfItsStream() {
    McpApi api = speaking();
    FakeExchange call =
        api.open(modern("tools/call", "a"), modernRequest(1, "tools/call", HELLO, "{}"));
    JsonNode streamed = api.messages(call).getLast().get("result");

    JsonNode polled = state(api, streamed.at("/structuredContent/run_id").asText(), CAN);

    assertThat(polled.get("result")).isEqualTo(streamed);
  }

  @Test
  void aWaitingTaskContinuesWithTheAnswer() {
    McpApi api = asking(pay);
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
  void aClientWithoutFormsReadsWhatItsTaskWaitsFor() {
    McpApi api = asking(pay);
    String id = called(api).get("taskId").asText();
    work(api);

    JsonNode waiting = state(api, id, SILENT);

    assertThat(waiting.get("status").asText()).isEqualTo("working");
    assertThat(waiting.get("statusMessage").asText()).contains("May I pay?");
    assertThat(waiting.has("inputRequests")).isFalse();
  }

  @Test
  void aTaskIsCancelled() {
    McpApi api = asking(pay);
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
  void taskMethodsNeedTheCapability(String method) {
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
  void aTaskOfAnotherTenantIsReportedAsMissing(String method) {
    McpApi api = asking(pay);
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
        "tasks/get|{}|taskId must be a string",
        "tasks/get|{'taskId':3}|taskId must be a string",
        "tasks/update|{'taskId':'x'}|inputResponses must be an object",
        "tasks/update|{'taskId':'x','inputResponses':[]}|inputResponses must be an object"
      })
  void missingParametersAreRefusedWithTheirField(String method, String params, String message) {
    String name = params.contains("'x'") ? "x" : null;
    Response answer = speaking().post(modern(method, name), modernRequest(1, method, params, CAN));

    assertThat(body(answer).at("/error/code").asInt()).isEqualTo(-32602);
    assertThat(body(answer).at("/error/message").asText()).isEqualTo(message);
  }
}
