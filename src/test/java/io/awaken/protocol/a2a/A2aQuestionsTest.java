package io.awaken.protocol.a2a;

import static io.awaken.protocol.a2a.A2aApi.answer;
import static io.awaken.protocol.a2a.A2aApi.json;
import static io.awaken.protocol.a2a.A2aApi.message;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.protocol.a2a.A2aApi.Reply;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tasks that wait for an answer of their client. */
@Rows({177, 241, 242})
class A2aQuestionsTest {

  private static final SuspendTicket APPROVAL = SuspendTicket.approval("pay", "May I pay?");

  private final FunctionTool pay = FunctionTool.answering("pay", "paid");

  private A2aApi asking(SuspendTicket ticket) {
    return A2aApi.asking(
        ticket,
        Script.builder().calls("pay", Map.of("value", "10")).says("Done.").repeating().build(),
        pay);
  }

  @Test
  @Attacks("S43")
  void aQuestionWithTheCallThatItIsAboutIsTheStatusMessageOfTheTask() {
    JsonNode task = asking(APPROVAL).send(message("m1", "pay"));

    assertThat(task.at("/status/state").asText()).isEqualTo("TASK_STATE_INPUT_REQUIRED");
    JsonNode asked = task.at("/status/message");
    assertThat(asked.get("role").asText()).isEqualTo("ROLE_AGENT");
    assertThat(asked.at("/parts/0/text").asText()).isEqualTo("May I pay?\npay {\"value\":\"10\"}");
    JsonNode question = asked.at("/parts/1/data/questions/0");
    assertThat(question.get("tool").asText()).isEqualTo("pay");
    assertThat(question.at("/arguments/value").asText()).isEqualTo("10");
    assertThat(question.get("suspensionId").asText()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"approve,1", "Yes,1", "deny,0", "no,0"})
  void aTextAnswersAnApproval(String text, int calls) {
    A2aApi api = asking(APPROVAL);
    JsonNode task = api.send(message("m1", "pay"));

    JsonNode done = api.send(answer(task, "m2", text));

    assertThat(done.get("id")).isEqualTo(task.get("id"));
    assertThat(done.at("/status/state").asText()).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(pay.calls()).hasSize(calls);
  }

  @Test
  @Attacks("S39")
  void aRepeatedAnswerDecidesNoOtherQuestion() {
    A2aApi api =
        A2aApi.asking(
            APPROVAL,
            Script.builder()
                .calls("pay", Map.of("value", "10"))
                .calls("pay", Map.of("value", "9000"))
                .says("Done.")
                .repeating()
                .build(),
            pay);
    JsonNode task = api.send(message("m1", "pay"));
    JsonNode second = api.send(answer(task, "m2", "approve"));

    JsonNode repeated = api.send(answer(task, "m2", "approve"));

    assertThat(repeated).isEqualTo(second);
    assertThat(repeated.at("/status/message/parts/0/text").asText()).contains("9000");
    assertThat(pay.calls()).hasSize(1);
  }

  @Test
  void aRepeatedAnswerReturnsTheTaskEvenIfItHasEnded() {
    A2aApi api = asking(APPROVAL);
    JsonNode task = api.send(message("m1", "pay"));
    JsonNode done = api.send(answer(task, "m2", "approve"));

    assertThat(api.send(answer(task, "m2", "approve"))).isEqualTo(done);
    assertThat(api.rest("SendMessage", answer(task, "m3", "approve")).reason())
        .isEqualTo("UNSUPPORTED_OPERATION");
  }

  @Test
  void aQuestionWhoseUserMustSignInElsewhereIsAuthRequired() {
    A2aApi api = asking(SuspendTicket.approval("tool:GrantAccess", "Sign in at the bank."));

    JsonNode task = api.send(message("m1", "pay"));

    assertThat(task.at("/status/state").asText()).isEqualTo("TASK_STATE_AUTH_REQUIRED");
    for (String state : List.of("AUTH_REQUIRED", "INPUT_REQUIRED")) {
      JsonNode listed =
          api.rest("ListTasks", json("{}").put("status", "TASK_STATE_" + state)).json();
      assertThat(listed.get("tasks")).hasSize(state.equals("AUTH_REQUIRED") ? 1 : 0);
    }
  }

  @Test
  void aDataPartAnswersWithAReason() {
    A2aApi api = asking(APPROVAL);
    JsonNode task = api.send(message("m1", "pay"));
    String id = task.at("/status/message/parts/1/data/questions/0/suspensionId").asText();
    ObjectNode params = answer(task, "m2", "x");
    ObjectNode data = json("{'decision':'deny','reason':'too dear'}").put("suspensionId", id);
    ((ObjectNode) params.at("/message")).putArray("parts").addObject().set("data", data);

    assertThat(api.send(params).at("/status/state").asText()).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(pay.calls()).isEmpty();
  }

  @Test
  void aTextIsTheResultOfACallThatAsksForOne() {
    A2aApi api = asking(SuspendTicket.result("ask", "How much?", null));
    JsonNode task = api.send(message("m1", "pay"));

    JsonNode done = api.send(answer(task, "m2", "ten"));

    assertThat(done.at("/status/state").asText()).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(pay.calls()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{'text':'perhaps'}] | message.parts",
        "[{'data':{'decision':'perhaps'}}] | decision",
        "[{'data':{}}] | decision",
        "[{'data':{'decision':'approve','suspensionId':'other'}}] | suspensionId"
      })
  void anAnswerThatDecidesNothingIsRefused(String parts, String field) {
    A2aApi api = asking(APPROVAL);
    JsonNode task = api.send(message("m1", "pay"));
    ObjectNode params = answer(task, "m2", "x");
    ((ObjectNode) params.get("message")).set("parts", json("{'p':" + parts + "}").get("p"));

    Reply refused = api.rest("SendMessage", params);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().at("/error/details/0/metadata/field").asText()).isEqualTo(field);
    assertThat(api.get(task).at("/status/state").asText()).isEqualTo("TASK_STATE_INPUT_REQUIRED");
  }

  @Test
  void aStreamEndsWithTheQuestionAndItsAnswerStreamsTheRest() {
    A2aApi api = asking(APPROVAL);
    Reply asked = api.rest("SendStreamingMessage", message("m1", "pay"));
    JsonNode task = asked.events().getFirst().get("task");

    Reply rest = api.rest("SendStreamingMessage", answer(task, "m2", "approve"));

    assertThat(asked.kinds()).endsWith("statusUpdate INPUT_REQUIRED");
    assertThat(rest.kinds())
        .startsWith("task WORKING")
        .contains("artifactUpdate")
        .doesNotContain("statusUpdate INPUT_REQUIRED")
        .endsWith("statusUpdate COMPLETED");
  }

  /** A2A 1.0 section 7.6.1: the credentials arrive by another way. */
  @Test
  void aStreamStaysOpenWhileTheUserSignsInElsewhere() {
    A2aApi api = asking(SuspendTicket.approval("tool:GrantAccess", "Sign in at the bank."));
    FakeExchange reader = api.open("SendStreamingMessage", "1.0", message("m1", "pay"));
    Reply asked = api.finish(reader);
    assertThat(asked.kinds()).endsWith("statusUpdate AUTH_REQUIRED");
    JsonNode task = asked.events().getFirst().get("task");

    api.send(answer(task, "m2", "approve"));

    assertThat(api.finish(reader).kinds())
        .startsWith("statusUpdate WORKING")
        .endsWith("statusUpdate COMPLETED");
  }

  @Test
  void theStreamOfARepeatedAnswerHasTheEnd() {
    A2aApi api = asking(APPROVAL);
    JsonNode task = api.send(message("m1", "pay"));
    api.send(answer(task, "m2", "approve"));

    Reply again = api.rest("SendStreamingMessage", answer(task, "m2", "approve"));

    assertThat(again.kinds()).first().asString().startsWith("task ");
    assertThat(again.kinds()).endsWith("statusUpdate COMPLETED");
  }

  @Test
  void aSubscriberOutlastsTheQuestion() {
    A2aApi api = asking(APPROVAL);
    JsonNode task = api.send(message("m1", "pay"));
    FakeExchange reader =
        api.open("SubscribeToTask", "1.0", json("{}").put("id", task.get("id").asText()));
    assertThat(api.finish(reader).kinds()).containsExactly("task INPUT_REQUIRED");

    api.send(answer(task, "m2", "approve"));

    assertThat(api.finish(reader).kinds())
        .startsWith("statusUpdate WORKING")
        .endsWith("statusUpdate COMPLETED");
  }

  @Test
  void aTaskThatWaitsIsCanceled() {
    A2aApi api = asking(APPROVAL);
    JsonNode task = api.send(message("m1", "pay"));

    JsonNode canceled =
        api.rest("CancelTask", json("{}").put("id", task.get("id").asText())).json();

    assertThat(canceled.at("/status/state").asText()).isEqualTo("TASK_STATE_CANCELED");
  }
}
