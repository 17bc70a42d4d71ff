package io.awaken.protocol.a2a;

import static io.awaken.protocol.a2a.A2aApi.json;
import static io.awaken.protocol.a2a.A2aApi.message;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunOrigin;
import io.awaken.fixture.Rows;
import io.awaken.protocol.a2a.A2aApi.Reply;
import io.awaken.provider.scripted.Script;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages that start tasks, in both bindings. */
@Rows({241, 242})
class A2aMessagesTest {

  private final A2aApi api =
      new A2aApi(Script.builder().says("Hello, world").says("Again.").repeating().build());

  @Test
  void aMessageIsAnsweredWithTheFinishedTask() {
    JsonNode task = api.send(message("m1", "Hi"));

    assertThat(task.at("/status/state").asText()).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(task.at("/artifacts/0/parts/0/text").asText()).isEqualTo("Hello, world");
    assertThat(task.at("/history/0/messageId").asText()).isEqualTo("m1");
    assertThat(task.at("/history/0/role").asText()).isEqualTo("ROLE_USER");
    assertThat(task.at("/history/0/parts/0/text").asText()).isEqualTo("Hi");
    assertThat(api.get(task)).isEqualTo(task);
    var run = api.node.stores.runs().find(new RunId(task.get("id").asText())).orElseThrow();
    assertThat(run.threadId().value()).isEqualTo(task.get("contextId").asText());
    assertThat(api.node.stores.log().read(run.runId(), 0, 1).getFirst().eventsAfter(0))
        .first()
        .satisfies(
            first ->
                assertThat(first.event())
                    .isInstanceOfSatisfying(
                        AgentEvent.RunStart.class,
                        start -> assertThat(start.origin()).isEqualTo(RunOrigin.A2A)));
  }

  @Test
  void aStreamHasTheTaskThenItsChangesThenItsEnd() {
    Reply stream = api.rest("SendStreamingMessage", message("m1", "Hi"));

    assertThat(stream.kinds())
        .containsExactly(
            "task SUBMITTED",
            "statusUpdate WORKING",
            "artifactUpdate",
            "artifactUpdate",
            "artifactUpdate",
            "statusUpdate COMPLETED");
    JsonNode first = stream.events().get(2).get("artifactUpdate");
    JsonNode second = stream.events().get(3).get("artifactUpdate");
    JsonNode last = stream.events().get(4).get("artifactUpdate");
    assertThat(first.has("append")).isFalse();
    assertThat(second.get("append").asBoolean()).isTrue();
    assertThat(last.get("lastChunk").asBoolean()).isTrue();
    assertThat(second.at("/artifact/artifactId")).isEqualTo(first.at("/artifact/artifactId"));
    JsonNode stored = api.get(stream.events().getFirst().get("task"));
    assertThat(stored.at("/artifacts/0/artifactId")).isEqualTo(first.at("/artifact/artifactId"));
    assertThat(stored.get("contextId")).isEqualTo(stream.events().getFirst().at("/task/contextId"));
  }

  @Test
  void bothBindingsHaveTheSameResults() {
    JsonNode task = api.send(message("m1", "Hi"));
    Reply sent =
        api.rpc(
            ("{'jsonrpc':'2.0','id':7,'method':'SendMessage','params':%s}")
                .formatted(message("m1", "Hi")));
    Reply streamed =
        api.rpc(
            "{'jsonrpc':'2.0','id':'s','method':'SendStreamingMessage','params':%s}"
                .formatted(message("m2", "Hi")));

    assertThat(sent.json().get("id").asInt()).isEqualTo(7);
    assertThat(sent.json().at("/result/task")).isEqualTo(task);
    assertThat(streamed.events()).allMatch(event -> event.get("id").asText().equals("s"));
    assertThat(streamed.kinds()).startsWith("task SUBMITTED").endsWith("statusUpdate COMPLETED");
  }

  @Test
  void aClientThatDoesNotWaitGetsTheTaskAtOnce() {
    ObjectNode params = message("m1", "Hi");
    params.putObject("configuration").put("returnImmediately", true);

    JsonNode task = api.send(params);

    assertThat(task.at("/status/state").asText())
        .isIn("TASK_STATE_SUBMITTED", "TASK_STATE_WORKING");
  }

  @Test
  void aRepeatedMessageReturnsItsTaskAndAnotherContentStartsAnother() {
    JsonNode task = api.send(message("m1", "Hi"));

    assertThat(api.send(message("m1", "Hi")).get("id")).isEqualTo(task.get("id"));
    assertThat(api.send(message("m1", "Hello")).get("id")).isNotEqualTo(task.get("id"));
  }

  @Test
  void aContextContinuesWithTheNextTask() {
    ObjectNode first = message("m1", "Hi");
    ((ObjectNode) first.get("message")).put("contextId", "talk-1");
    ObjectNode second = message("m2", "And?");
    ((ObjectNode) second.get("message")).put("contextId", "talk-1");

    JsonNode one = api.send(first);
    JsonNode two = api.send(second);

    assertThat(one.get("contextId").asText()).isEqualTo("talk-1");
    assertThat(two.get("contextId").asText()).isEqualTo("talk-1");
    assertThat(two.get("id")).isNotEqualTo(one.get("id"));
    assertThat(two.get("history")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"'',1,true", "0,0,true", "1,1,true"})
  void aHistoryOfZeroMessagesDiffersFromAnUnsetLength(String length, int size, boolean artifacts) {
    JsonNode task = api.send(message("m1", "Hi"));
    ObjectNode params = json("{}").put("id", task.get("id").asText());

    JsonNode read = api.rest("GetTask", params.put("historyLength", length)).json();

    assertThat(read.path("history")).hasSize(size);
    assertThat(read.has("artifacts")).isEqualTo(artifacts);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | message",
        "{'message':{'role':'ROLE_USER','parts':[{'text':'a'}]}} | message.messageId",
        "{'message':{'messageId':'m','role':'user','parts':[{'text':'a'}]}} | message.role",
        "{'message':{'messageId':'m','role':'ROLE_USER','parts':[]}} | message.parts",
        "{'message':{'messageId':'m','role':'ROLE_USER','parts':[{'text':'a','url':'u'}]}} |"
            + " message.parts[0]",
        "{'message':{'messageId':'m','role':'ROLE_USER','parts':[{'raw':'YQ=='}]}} |"
            + " message.parts[0].mediaType",
        "{'message':{'messageId':'m','role':'ROLE_USER','contextId':'a b','parts':[{'text':'a'}]}}"
            + " | message.contextId",
        "{'message':{'messageId':'m','role':'ROLE_USER','parts':[{'text':'a'}]},"
            + "'configuration':{'historyLength':-1}} | configuration.historyLength",
        "{'message':{'messageId':'m','role':'ROLE_USER','parts':[{'text':'a'}]},"
            + "'configuration':{'returnImmediately':'soon'}} | configuration.returnImmediately",
        "{'message':{'messageId':'m','role':'ROLE_USER','parts':[{'text':'a'}]},"
            + "'configuration':{'acceptedOutputModes':'text/plain'}} |"
            + " configuration.acceptedOutputModes",
        "{'message':{'messageId':'m','role':'ROLE_USER','parts':[{'text':'a'}]},"
            + "'configuration':'now'} | configuration",
        "{'message':{'messageId':'m','role':'ROLE_USER','parts':[{'raw':'*',"
            + "'mediaType':'image/png'}]}} | message.parts[0].raw",
        "{'message':{'messageId':'ä','role':'ROLE_USER','parts':[{'text':'a'}]}} |"
            + " message.messageId",
        "{'message':{'messageId':'','role':'ROLE_USER','parts':[{'text':'a'}]}} |"
            + " message.messageId"
      })
  void anInvalidMessageIsRefusedWithItsField(String params, String field) {
    Reply refused = api.rest("SendMessage", json(params));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.reason()).isEqualTo("INVALID_PARAMS");
    assertThat(refused.json().at("/error/details/0/metadata/field").asText()).isEqualTo(field);
  }
}
