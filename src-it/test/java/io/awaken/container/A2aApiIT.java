package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.container.ApiClient.Answer;
import io.awaken.fixture.OnWildFly;
import io.awaken.fixture.Rows;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The A2A routes of a deployed server; {@code A2aServerInterop} tests clients. */
class A2aApiIT extends BuiltArchiveTest {

  private static final String VERSION = "A2A-Version=1.0";

  private static String message(String text, String more) {
    return ("{\"message\":{\"messageId\":\"m-%d\",\"role\":\"ROLE_USER\","
            + "\"parts\":[{\"text\":\"%s\"}]%s}}")
        .formatted(System.nanoTime(), text, more);
  }

  private Answer post(String path, String body) {
    return api.postJson("/v1/a2a" + path + "?" + VERSION, body);
  }

  private JsonNode sent(String tenant, String text, String more) {
    return post("/" + tenant + "/message:send", message(text, more)).json().get("task");
  }

  private static String reason(Answer answer) {
    return answer.json().at("/error/details/0/reason").asText();
  }

  @Test
  @OnWildFly
  @Rows({241, 242})
  void aMessageIsAnsweredStreamedAndRead() {
    Answer answer = post("/courier/message:send", message("How is Bern?", ""));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("content-type")).startsWith("application/a2a+json");
    JsonNode task = answer.json().get("task");
    assertThat(task.at("/status/state").asText()).isEqualTo("TASK_STATE_COMPLETED");
    Answer stream = post("/courier/message:stream", message("How is Bern?", ""));
    assertThat(stream.header("content-type")).startsWith("text/event-stream");
    assertThat(stream.text())
        .contains("{\"task\":{", "\"artifactUpdate\"", "TASK_STATE_COMPLETED")
        .doesNotContain("[DONE]");
    String id = task.get("id").asText();
    for (String path : new String[] {"/tasks/", "/courier/tasks/"}) {
      assertThat(api.get("/v1/a2a" + path + id + "?" + VERSION).json()).isEqualTo(task);
    }
    assertThat(api.get("/v1/a2a/reporter/tasks/" + id + "?" + VERSION).status()).isEqualTo(404);
    JsonNode listed =
        api.get("/v1/a2a/courier/tasks?" + VERSION + "&contextId=" + task.get("contextId").asText())
            .json();
    assertThat(listed.at("/tasks/0/id").asText()).isEqualTo(id);
    assertThat(listed.get("totalSize").asInt()).isEqualTo(1);
  }

  @ParameterizedTest
  @OnWildFly
  @ValueSource(strings = {"", "/courier"})
  @Rows(241)
  void jsonRpcIsServedWithAndWithoutATenantInThePath(String path) {
    String params = message("How is Bern?", "");
    String body =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"SendMessage\",\"params\":%s}"
            .formatted(params.replaceFirst("\\{", "{\"tenant\":\"courier\","));

    JsonNode answer = post(path, body).json();

    assertThat(answer.at("/result/task/status/state").asText()).isEqualTo("TASK_STATE_COMPLETED");
  }

  @Test
  @OnWildFly
  @Rows({177, 241, 242})
  void aQuestionIsAnsweredByAMessageAndATaskIsCanceled() {
    JsonNode task = sent("cautious-courier", "What is 6 * 7?", "");
    assertThat(task.at("/status/state").asText()).isEqualTo("TASK_STATE_INPUT_REQUIRED");
    String ofTask = ",\"taskId\":" + task.get("id");

    JsonNode done = sent("cautious-courier", "approve", ofTask);

    assertThat(done.get("id")).isEqualTo(task.get("id"));
    assertThat(done.at("/status/state").asText()).isEqualTo("TASK_STATE_COMPLETED");
    JsonNode other = sent("cautious-courier", "What is 6 * 8?", "");
    String cancel = "/v1/a2a/tasks/" + other.get("id").asText() + ":cancel?" + VERSION;
    Answer canceled = api.send("POST", cancel, BodyPublishers.noBody());
    assertThat(canceled.json().at("/status/state").asText()).isEqualTo("TASK_STATE_CANCELED");
    assertThat(reason(api.send("POST", cancel, BodyPublishers.noBody())))
        .isEqualTo("TASK_NOT_CANCELABLE");
  }

  @ParameterizedTest
  @OnWildFly
  @ValueSource(
      strings = {
        "/.well-known/agent-card.json",
        "/v1/a2a/.well-known/agent-card.json",
        "/v1/a2a/courier/.well-known/agent-card.json"
      })
  @Rows(241)
  void aCardNamesBothBindings(String path) {
    Answer answer = api.get(path);

    assertThat(answer.status()).isEqualTo(200);
    JsonNode card = answer.json();
    assertThat(card.at("/supportedInterfaces/0/protocolBinding").asText()).isEqualTo("JSONRPC");
    assertThat(card.at("/supportedInterfaces/1/protocolBinding").asText()).isEqualTo("HTTP+JSON");
    assertThat(card.at("/supportedInterfaces/0/url").asText()).endsWith("/v1/a2a");
    assertThat(card.findValuesAsText("id")).contains("courier").doesNotContain("reporter");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /tasks/none, TASK_NOT_FOUND, 404",
    "GET, /tasks/no%20such%3Aid, TASK_NOT_FOUND, 404",
    "POST, /tasks/none:subscribe, TASK_NOT_FOUND, 404",
    "GET, /tasks/none:subscribe, TASK_NOT_FOUND, 404",
    "POST, /courier/tasks/none:cancel, TASK_NOT_FOUND, 404",
    "GET, /courier/tasks/none/pushNotificationConfigs, TASK_NOT_FOUND, 404",
    "GET, /tasks/none/pushNotificationConfigs/c, TASK_NOT_FOUND, 404",
    "DELETE, /tasks/none/pushNotificationConfigs/c, TASK_NOT_FOUND, 404",
    "POST, /tasks/none/pushNotificationConfigs, INVALID_PARAMS, 400",
    "GET, /reporter/.well-known/agent-card.json, AGENT_NOT_FOUND, 404",
    "GET, /extendedAgentCard, UNSUPPORTED_OPERATION, 400",
    "POST, /reporter/message:send, INVALID_PARAMS, 400"
  })
  @OnWildFly
  @Rows(241)
  void anErrorHasTheFormOfTheProtocol(String method, String path, String reason, int status) {
    Answer refused = api.send(method, "/v1/a2a" + path + "?" + VERSION, BodyPublishers.noBody());

    assertThat(refused.status()).isEqualTo(status);
    assertThat(reason(refused)).isEqualTo(reason);
  }

  @ParameterizedTest
  @OnWildFly
  @ValueSource(strings = {"", "/courier"})
  @Rows({241, 242})
  void aClientRegistersWhereItWantsToHearOfItsTask(String tenant) {
    String id = sent("courier", "How is Chur?", "").get("id").asText();
    String configs = "/v1/a2a" + tenant + "/tasks/" + id + "/pushNotificationConfigs";
    String one = configs + "/mine?" + VERSION;
    String config = "{\"id\":\"mine\",\"url\":\"https://hooks.example/a2a\",\"token\":\"t-1\"}";

    JsonNode made = api.postJson(configs + "?" + VERSION, config).json();

    assertThat(made.get("taskId").asText()).isEqualTo(id);
    assertThat(api.get(one).json()).isEqualTo(made);
    assertThat(api.get(configs + "?" + VERSION).json().at("/configs/0")).isEqualTo(made);
    assertThat(api.send("DELETE", one, BodyPublishers.noBody()).status()).isEqualTo(200);
    assertThat(reason(api.get(one))).isEqualTo("TASK_NOT_FOUND");
  }

  @Test
  @OnWildFly
  @Rows(241)
  void aRequestWithoutAVersionIsOneOfTheVersionBefore() {
    String rpc = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ListTasks\",\"params\":{}}";

    assertThat(reason(api.get("/v1/a2a/tasks"))).isEqualTo("VERSION_NOT_SUPPORTED");
    assertThat(api.postJson("/v1/a2a", rpc).json().at("/error/code").asInt()).isEqualTo(-32009);
  }

  @ParameterizedTest
  @OnWildFly
  @CsvSource({
    "/message:send, /error/details/0/reason, CONTENT_TYPE_NOT_SUPPORTED",
    "'', /error/code, -32005"
  })
  @Rows(241)
  void aBodyThatIsNotJsonIsRefused(String path, String at, String error) {
    String to = "/v1/a2a" + path + "?" + VERSION;
    var body = BodyPublishers.ofString("Hello");

    assertThat(api.send("POST", to, body, "Content-Type", "text/plain").json().at(at).asText())
        .isEqualTo(error);
  }
}
