package io.awaken.protocol.a2a;

import static io.awaken.protocol.a2a.A2aApi.answer;
import static io.awaken.protocol.a2a.A2aApi.json;
import static io.awaken.protocol.a2a.A2aApi.message;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.protocol.a2a.A2aApi.Reply;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the compatibility kit of A2A 1.0 demands (level MUST) beyond the other tests of this
 * package, by the ids of its requirements.
 */
@Rows({241, 242})
class A2aRequirementsTest {

  private static final String MESSAGE = "'messageId':'n','role':'ROLE_USER','parts':[{'text':'a'}]";

  private final A2aApi api =
      A2aApi.asking(
          SuspendTicket.approval("pay", "May I pay?"),
          Script.builder().calls("pay", Map.of("value", "10")).says("Done.").repeating().build(),
          FunctionTool.answering("pay", "paid"));

  private JsonNode asked(String message) {
    return api.send(message(message, "pay"));
  }

  private static ObjectNode id(JsonNode task) {
    return json("{}").set("id", task.get("id"));
  }

  /** OPEN stands for a task that asks, COMPLETED and CANCELED for ended ones. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CORE-SEND-002 | SendMessage | {'message':{MESSAGE,'taskId':'CANCELED'}} |"
            + " UNSUPPORTED_OPERATION",
        "CORE-SEND-002 | SendStreamingMessage | {'message':{MESSAGE,'taskId':'COMPLETED'}} |"
            + " UNSUPPORTED_OPERATION",
        "CORE-SEND-003 | SendStreamingMessage | {'message':{'messageId':'n','role':'ROLE_USER',"
            + "'parts':[{'raw':'dGNr','mediaType':'application/x-unknown'}]}} |"
            + " CONTENT_TYPE_NOT_SUPPORTED",
        "CORE-CANCEL-002 | CancelTask | {'id':'CANCELED'} | TASK_NOT_CANCELABLE",
        "CORE-MULTI-004 | SendStreamingMessage | {'message':{MESSAGE,'taskId':'none'}} |"
            + " TASK_NOT_FOUND",
        "CORE-MULTI-006 | SendMessage | {'message':{MESSAGE,'taskId':'OPEN','contextId':'c'}} |"
            + " INVALID_PARAMS",
        "CORE-MULTI-006 | SendStreamingMessage |"
            + " {'message':{MESSAGE,'taskId':'OPEN','contextId':'c'}} | INVALID_PARAMS",
        "CORE-ERR-002 | SendStreamingMessage | {} | INVALID_PARAMS",
        "STREAM-SUB-003 | SubscribeToTask | {'id':'CANCELED'} | UNSUPPORTED_OPERATION",
        "STREAM-SUB-004 | SubscribeToTask | {'id':'none'} | TASK_NOT_FOUND",
        "PUSH-DEL-001 | DeleteTaskPushNotificationConfig | {'taskId':'none','id':'c'} |"
            + " TASK_NOT_FOUND"
      })
  void aRequestIsRefusedInBothBindings(
      String requirement, String operation, String params, String reason) {
    JsonNode open = asked("m-open");
    JsonNode canceled = api.rest("CancelTask", id(asked("m-canceled"))).json();
    JsonNode completed = api.send(answer(asked("m-completed"), "m-answer", "approve"));
    ObjectNode sent =
        json(
            params
                .replace("MESSAGE", MESSAGE)
                .replace("OPEN", open.get("id").asText())
                .replace("CANCELED", canceled.get("id").asText())
                .replace("COMPLETED", completed.get("id").asText()));

    Reply rest = api.rest(operation, sent.deepCopy());
    Reply rpc =
        api.rpc("{'jsonrpc':'2.0','id':1,'method':'%s','params':%s}".formatted(operation, sent));

    assertThat(rest.reason()).as(requirement).isEqualTo(reason);
    assertThat(rpc.json().at("/error/data/0/reason").asText()).as(requirement).isEqualTo(reason);
    assertThat(api.get(open)).as(requirement).isEqualTo(open);
  }

  /** CORE-MULTI-005. */
  @Test
  void anAnswerThatNamesOnlyItsTaskIsInTheContextOfTheTask() {
    JsonNode task = asked("m1");

    JsonNode done = api.send(answer(task, "m2", "approve"));

    assertThat(done.get("contextId")).isEqualTo(task.get("contextId"));
  }

  /** VER-CLIENT-002. */
  @ParameterizedTest
  @ValueSource(strings = {"1.0.0", "1.0.7"})
  void thePatchOfAVersionDoesNotCount(String version) {
    assertThat(api.rest("ListTasks", version, json("{}")).status()).isEqualTo(200);
  }

  /** STREAM-ORDER-002 to 004. */
  @Test
  void everySubscriberGetsTheSameEventsEvenIfAnotherLeaves() {
    JsonNode task = asked("m1");
    List<FakeExchange> readers =
        Stream.generate(() -> api.open("SubscribeToTask", "1.0", id(task))).limit(3).toList();
    readers.forEach(api::finish);
    readers.getFirst().output.breakConnection();

    api.send(answer(task, "m2", "approve"));

    List<Reply> rest = readers.stream().skip(1).map(api::finish).toList();
    assertThat(rest.getFirst().kinds()).endsWith("statusUpdate COMPLETED");
    assertThat(rest.getLast().events()).isEqualTo(rest.getFirst().events());
  }
}
