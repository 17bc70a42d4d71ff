package io.awaken.protocol.aisdk.routes;

import static io.awaken.http.api.run.AskingApi.refusal;
import static io.awaken.protocol.aisdk.routes.ChatBodies.answering;
import static io.awaken.protocol.aisdk.routes.ChatBodies.approval;
import static io.awaken.protocol.aisdk.routes.ChatBodies.first;
import static io.awaken.protocol.aisdk.routes.ChatBodies.only;
import static io.awaken.protocol.aisdk.routes.ChatBodies.types;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.RunId;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.tool.ClientExecutedTool;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.http.security.Refusal;
import io.awaken.protocol.events.SampleRun;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers with a payload. */
@Rows(237)
class ChatAnswersTest {

  private static final SuspendTicket EDITED =
      SuspendTicket.of(
          ResumeMode.PASS_DECISION_TO_TOOL,
          new Suspension(null, "pay", "How much may I pay?", null, null));

  private static final SuspendTicket CLIENTS =
      SuspendTicket.result(ClientExecutedTool.ACTION, "the client is asked", null);

  private static List<JsonNode> asked(ChatApi chat) {
    return chat.post(first("c1", "u1", "pay"));
  }

  private static String run(List<JsonNode> chunks) {
    return only(chunks, "start").get("messageId").asText();
  }

  private static JsonNode arguments(ChatApi chat, List<JsonNode> chunks) {
    return chat.node.stores.runs().calls(new RunId(run(chunks))).getFirst().arguments();
  }

  private static String output(List<JsonNode> chunks, String state) {
    return """
    {"type": "tool-pay", "toolCallId": %s, "input": {"value": 1000000}, %s}\
    """
        .formatted(only(chunks, "tool-input-start").get("toolCallId"), state);
  }

  @Test
  void decisionsEditArguments() {
    var chat = new ChatApi(EDITED);
    List<JsonNode> waits = asked(chat);
    JsonNode request = only(waits, "tool-approval-request");
    assertThat(request.at("/approvalDescriptor/resumeMode").asText())
        .isEqualTo("pass_decision_to_tool");
    List<JsonNode> goesOn =
        chat.post(
            """
            {"id": "c1", "messages": [%s], "decisions": [
              {"approvalId": %s, "approved": true, "payload": {"value": "5"}}]}
            """
                .formatted(ChatBodies.user("u1", "pay"), request.get("approvalId")));
    assertThat(types(goesOn)).startsWith("start", "tool-output-available").endsWith("finish");
    assertThat(arguments(chat, waits)).isEqualTo(SampleRun.json("{\"value\": \"5\"}"));
  }

  @Test
  void editedArgumentsAndApprovalAreOneAnswer() {
    var chat = new ChatApi(EDITED);
    List<JsonNode> waits = asked(chat);
    JsonNode request = only(waits, "tool-approval-request");
    String body = answering("c1", run(waits), approval(request, ", \"approved\": true"));
    String more =
        ", \"decisions\": [{\"approvalId\": %s, \"approved\": true, \"payload\": {\"value\": \"7\"}}]}"
            .formatted(request.get("approvalId"));
    chat.post(body.substring(0, body.length() - 1) + more);
    assertThat(arguments(chat, waits)).isEqualTo(SampleRun.json("{\"value\": \"7\"}"));
    assertThat(chat.api.asking.paid()).isOne();
  }

  @Test
  void theClientSendsTheOutputOfItsTool() {
    var chat = new ChatApi(CLIENTS);
    List<JsonNode> waits = asked(chat);
    assertThat(types(waits)).doesNotContain("tool-approval-request");
    List<JsonNode> goesOn =
        chat.post(
            answering(
                "c1",
                run(waits),
                output(waits, "\"state\": \"output-available\", \"output\": {\"paid\": true}")));
    assertThat(only(goesOn, "tool-output-available").get("output"))
        .isEqualTo(SampleRun.json("{\"paid\": true}"));
    assertThat(chat.api.asking.paid()).isZero();
  }

  @Test
  void theClientReportsAFailedTool() {
    var chat = new ChatApi(CLIENTS);
    List<JsonNode> waits = asked(chat);
    List<JsonNode> goesOn =
        chat.post(
            answering(
                "c1",
                run(waits),
                output(waits, "\"state\": \"output-error\", \"errorText\": \"no money\"")));
    assertThat(only(goesOn, "tool-output-error").get("errorText").asText()).contains("no money");
  }

  @Test
  void aRepeatedOutputGetsTheSameStream() {
    var chat = new ChatApi(CLIENTS);
    List<JsonNode> waits = asked(chat);
    String body =
        answering(
            "c1",
            run(waits),
            output(waits, "\"state\": \"output-available\", \"output\": \"paid\""));
    List<JsonNode> goesOn = chat.post(body);
    assertThat(chat.post(body)).isEqualTo(goesOn);
  }

  @Test
  @Attacks("S40")
  void anAnswerInAnotherThreadIsRefused() {
    var chat = new ChatApi(CLIENTS);
    List<JsonNode> waits = asked(chat);
    String body =
        answering(
            "c2", run(waits), output(waits, "\"state\": \"output-available\", \"output\": 1"));
    Refusal refused = refusal(() -> chat.post(body));
    assertThat(refused.status()).isEqualTo(404);
  }

  @Test
  @Attacks("S40")
  void answersToTwoRunsAreRefused() {
    var chat = new ChatApi(EDITED);
    List<JsonNode> waits = asked(chat);
    JsonNode request = only(waits, "tool-approval-request");
    String own = approval(request, ", \"approved\": true");
    String body = answering("c1", run(waits), own, own.replace(run(waits), "other"));
    assertThat(refusal(() -> chat.post(body)).status()).isEqualTo(400);
    assertThat(chat.api.asking.paid()).isZero();
  }
}
