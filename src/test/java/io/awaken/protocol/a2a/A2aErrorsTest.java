package io.awaken.protocol.a2a;

import static io.awaken.protocol.a2a.A2aApi.json;
import static io.awaken.protocol.a2a.A2aApi.message;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.Caller;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.protocol.a2a.A2aApi.Reply;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The errors of A2A 1.0 in both bindings. */
@Rows({241, 242})
class A2aErrorsTest {

  private final A2aApi api = new A2aApi(Script.builder().says("Hello").repeating().build());

  /** TASK stands for a finished task. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GetTask | {'id':'no-such-task'} | TASK_NOT_FOUND | 404 | NOT_FOUND | -32001",
        "GetTask | {'id':'TASK','tenant':'other'} | TASK_NOT_FOUND | 404 | NOT_FOUND | -32001",
        "CancelTask | {'id':'no such task'} | TASK_NOT_FOUND | 404 | NOT_FOUND | -32001",
        "CancelTask | {'id':'TASK'} | TASK_NOT_CANCELABLE | 400 | FAILED_PRECONDITION | -32002",
        "SubscribeToTask | {'id':'TASK'} | UNSUPPORTED_OPERATION | 400 | FAILED_PRECONDITION |"
            + " -32004",
        "SendMessage | {'message':{'messageId':'n','role':'ROLE_USER','taskId':'TASK',"
            + "'parts':[{'text':'a'}]}} | UNSUPPORTED_OPERATION | 400 | FAILED_PRECONDITION |"
            + " -32004",
        "SendMessage | {'message':{'messageId':'n','role':'ROLE_USER','taskId':'mine',"
            + "'parts':[{'text':'a'}]}} | TASK_NOT_FOUND | 404 | NOT_FOUND | -32001",
        "SendMessage | {'message':{'messageId':'n','role':'ROLE_USER','parts':[{'text':'a'}]},"
            + "'configuration':{'acceptedOutputModes':['image/png']}} |"
            + " CONTENT_TYPE_NOT_SUPPORTED | 400 | INVALID_ARGUMENT | -32005",
        "CreateTaskPushNotificationConfig | {'taskId':'TASK'} | INVALID_PARAMS | 400 |"
            + " INVALID_ARGUMENT | -32602",
        "GetTaskPushNotificationConfig | {'taskId':'TASK','id':'none'} | TASK_NOT_FOUND | 404 |"
            + " NOT_FOUND | -32001",
        "ListTaskPushNotificationConfigs | {'taskId':'none'} | TASK_NOT_FOUND | 404 | NOT_FOUND |"
            + " -32001",
        "GetExtendedAgentCard | {} | UNSUPPORTED_OPERATION | 400 | FAILED_PRECONDITION | -32004",
        "SendMessage | {'message':{'messageId':'n','role':'ROLE_USER',"
            + "'parts':[{'raw':'dGNr','mediaType':'application/x-unknown'}]}} |"
            + " CONTENT_TYPE_NOT_SUPPORTED | 400 | INVALID_ARGUMENT | -32005",
        "SendMessage | {'tenant':'hidden','message':{'messageId':'n','role':'ROLE_USER',"
            + "'parts':[{'text':'a'}]}} | AGENT_NOT_FOUND | 404 | NOT_FOUND | -32602",
        "message/send | {} | METHOD_NOT_FOUND | 404 | UNIMPLEMENTED | -32601"
      })
  void anErrorHasItsCodeInEachBinding(
      String operation, String params, String reason, int status, String grpc, int code) {
    String task = api.send(message("m1", "Hi")).get("id").asText();
    ObjectNode sent = json(params.replace("TASK", task));

    Reply rest = api.rest(operation, sent.deepCopy());
    Reply rpc =
        api.rpc("{'jsonrpc':'2.0','id':1,'method':'%s','params':%s}".formatted(operation, sent));

    assertThat(rest.status()).isEqualTo(status);
    assertThat(rest.reason()).isEqualTo(reason);
    assertThat(rest.json().at("/error/code").asInt()).isEqualTo(status);
    assertThat(rest.json().at("/error/status").asText()).isEqualTo(grpc);
    assertThat(rest.json().at("/error/details/0/domain").asText()).isEqualTo("a2a-protocol.org");
    assertThat(rpc.status()).isEqualTo(200);
    assertThat(rpc.json().at("/error/code").asInt()).isEqualTo(code);
    assertThat(rpc.json().at("/error/data/0/reason").asText()).isEqualTo(reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0.3", "2.0", "1.1", "1"})
  void anotherVersionIsRefused(String version) {
    Reply refused = api.rest("GetTask", version.isEmpty() ? null : version, json("{'id':'a'}"));

    assertThat(refused.reason()).isEqualTo("VERSION_NOT_SUPPORTED");
    assertThat(refused.status()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'jsonrpc' | -32700",
        "{'method':'GetTask'} | -32600",
        "{'jsonrpc':'2.0','method':'GetTask'} | -32600",
        "[] | -32600"
      })
  void aBodyThatIsNoRequestIsRefused(String body, int code) {
    assertThat(api.rpc(body).json().at("/error/code").asInt()).isEqualTo(code);
  }

  @Test
  void theAgentInThePathTakesPrecedence() {
    String hidden = "{'jsonrpc':'2.0','id':1,'method':'ListTasks','params':{'tenant':'hidden'}}";
    api.send(message("m1", "Hi"));

    assertThat(api.rpc(hidden).json().at("/result/totalSize").asInt()).isZero();
    assertThat(api.rpc("a", hidden).json().at("/result/totalSize").asInt()).isOne();
  }

  /** Eve is of another tenant; an anonymous caller sees nothing of a named one. */
  @ParameterizedTest
  @CsvSource({"other,eve", "acme,anonymous"})
  @Attacks("S06")
  void aTaskOfAnotherCallerLooksLikeNone(String tenant, String subject) {
    api.caller = new Caller("acme", "ann", Set.of());
    ObjectNode first = message("m1", "Hi");
    ((ObjectNode) first.get("message")).put("contextId", "talk");
    JsonNode task = api.send(first);
    ObjectNode id = json("{}").put("id", task.get("id").asText());
    ObjectNode none = json("{'id':'no-such-task'}");
    api.caller = new Caller(tenant, subject, Set.of());

    for (String operation : List.of("GetTask", "CancelTask", "SubscribeToTask")) {
      Reply hidden = api.rest(operation, id.deepCopy());
      Reply missing = api.rest(operation, none.deepCopy());
      assertThat(hidden.text().replace(task.get("id").asText(), "ID"))
          .isEqualTo(missing.text().replace("no-such-task", "ID"));
    }
    for (String operation : List.of("SendMessage", "SendStreamingMessage")) {
      assertThat(api.rest(operation, A2aApi.answer(task, "m2", "Hi")).reason())
          .isEqualTo("TASK_NOT_FOUND");
    }
    assertThat(api.rest("ListTasks", json("{'contextId':'talk'}")).json().get("tasks")).isEmpty();
    assertThat(api.rest("ListTasks", json("{}")).json().get("totalSize").asInt()).isZero();
  }

  @Test
  void anExtendedCardIsForCallersWhoAreLoggedIn() {
    api.authentication = List.of("tokens");

    assertThat(api.rest("GetExtendedAgentCard", json("{}")).status()).isEqualTo(401);
    api.caller = new Caller("acme", "ann", Set.of());
    JsonNode card = api.rest("GetExtendedAgentCard", json("{}")).json();
    assertThat(card.at("/supportedInterfaces/0/protocolBinding").asText()).isEqualTo("JSONRPC");
    assertThat(card.at("/supportedInterfaces/1/url").asText())
        .isEqualTo("https://agents.example/v1/a2a");
    assertThat(card.at("/securityRequirements/0/schemes/bearer/list").isArray()).isTrue();
    assertThat(card.at("/capabilities/pushNotifications").asBoolean()).isTrue();
  }
}
