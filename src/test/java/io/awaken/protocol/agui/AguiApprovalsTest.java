package io.awaken.protocol.agui;

import static io.awaken.protocol.agui.AguiApi.answerText;
import static io.awaken.protocol.agui.AguiApi.body;
import static io.awaken.protocol.agui.AguiApi.json;
import static io.awaken.protocol.agui.AguiApi.run;
import static io.awaken.protocol.agui.AguiApi.types;
import static io.awaken.protocol.agui.AguiApi.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.run.RunStatus;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestPlugin;
import io.awaken.http.api.run.AskingApi;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Interrupts and their answers. */
@Rows({177, 239})
class AguiApprovalsTest {

  private static final SuspendTicket APPROVAL = SuspendTicket.approval("pay", "May I pay?");
  private final FunctionTool pay = FunctionTool.answering("pay", "paid");

  private AguiApi asking(SuspendTicket ticket) {
    return asking(
        ticket, Script.builder().calls("pay", Map.of("value", "10")).says("Done.").repeating());
  }

  private AguiApi asking(SuspendTicket ticket, ScriptBuilder script) {
    var gate =
        new TestPlugin(
            "gate",
            parts ->
                parts.registerToolGateHook(
                    context -> Optional.of(new ToolIntercept.Suspend(ticket))));
    return new AguiApi(script.build(), List.of(gate), pay);
  }

  private static List<JsonNode> ask(AguiApi api) {
    return api.post(body("t", "r1", user("m1", "pay")));
  }

  private static JsonNode interrupt(List<JsonNode> events, int index) {
    return events.getLast().at("/outcome/interrupts/" + index);
  }

  /** A request that answers interrupts; each entry is an id, a status and a payload. */
  private static ObjectNode resume(String run, String... entries) {
    ObjectNode body = body("t", run, user("m1", "pay"));
    body.set("resume", json("[" + String.join(",", entries) + "]"));
    return body;
  }

  private static String entry(JsonNode interrupt, String payload) {
    return "{\"interruptId\":%s,\"status\":\"resolved\",\"payload\":%s}"
        .formatted(interrupt.get("id"), payload);
  }

  private static void assertError(List<JsonNode> events, String code) {
    assertThat(types(events)).containsExactly("RUN_STARTED", "RUN_ERROR");
    assertThat(events.getLast().get("code").asText()).isEqualTo(code);
  }

  @Test
  void aSuspensionIsAnInterruptWithItsQuestion() {
    List<JsonNode> asked = ask(asking(APPROVAL));

    JsonNode interrupt = interrupt(asked, 0);
    assertThat(types(asked)).containsSubsequence("MESSAGES_SNAPSHOT", "RUN_FINISHED");
    assertThat(asked.getLast().at("/outcome/type").asText()).isEqualTo("interrupt");
    assertThat(interrupt.get("reason").asText()).isEqualTo("tool_call");
    assertThat(interrupt.get("message").asText()).isEqualTo("May I pay?");
    assertThat(interrupt.at("/metadata/toolName").asText()).isEqualTo("pay");
    assertThat(interrupt.at("/metadata/arguments")).isEqualTo(json("{\"value\":\"10\"}"));
    assertThat(interrupt.at("/responseSchema/required/0").asText()).isEqualTo("approved");
  }

  @Test
  void anApprovedCallContinuesInTheNextProtocolRun() {
    AguiApi api = asking(APPROVAL);
    List<JsonNode> asked = ask(api);

    List<JsonNode> resumed =
        api.post(resume("r2", entry(interrupt(asked, 0), "{\"approved\":true}")));

    assertThat(types(resumed))
        .startsWith("RUN_STARTED", "STEP_STARTED", "TOOL_CALL_RESULT")
        .doesNotContain("TOOL_CALL_START")
        .endsWith("RUN_FINISHED");
    assertThat(resumed.getFirst().get("runId").asText()).isEqualTo("r2");
    assertThat(resumed.get(2).get("toolCallId")).isEqualTo(interrupt(asked, 0).get("toolCallId"));
    assertThat(answerText(resumed)).isEqualTo("Done.");
    assertThat(run(resumed)).isEqualTo(run(asked));
    assertThat(pay.calls()).hasSize(1);
  }

  @Test
  void aDenialCancelsTheCall() {
    AguiApi api = asking(APPROVAL);
    List<JsonNode> asked = ask(api);

    List<JsonNode> resumed =
        api.post(
            resume(
                "r2", entry(interrupt(asked, 0), "{\"approved\":false,\"reason\":\"too dear\"}")));

    assertThat(resumed.get(2).get("content").asText()).contains("too dear");
    assertThat(pay.calls()).isEmpty();
  }

  @Test
  void aCancelledInterruptCancelsTheCall() {
    AguiApi api = asking(APPROVAL);
    List<JsonNode> asked = ask(api);

    api.post(
        resume(
            "r2",
            "{\"interruptId\":%s,\"status\":\"cancelled\"}"
                .formatted(interrupt(asked, 0).get("id"))));

    assertThat(pay.calls()).isEmpty();
  }

  @Test
  void editedArgumentsReplaceAllArguments() {
    AguiApi api = asking(SuspendTicket.of(ResumeMode.PASS_DECISION_TO_TOOL, APPROVAL.suspension()));
    List<JsonNode> asked = ask(api);

    api.post(
        resume(
            "r2",
            entry(interrupt(asked, 0), "{\"approved\":true,\"editedArgs\":{\"value\":\"5\"}}")));

    assertThat(pay.arguments()).containsExactly(json("{\"value\":\"5\"}"));
  }

  @Test
  void editingFixedArgumentsIsAnError() {
    AguiApi api = asking(APPROVAL);
    List<JsonNode> asked = ask(api);

    List<JsonNode> refused =
        api.post(resume("r2", entry(interrupt(asked, 0), "{\"approved\":true,\"editedArgs\":{}}")));

    assertError(refused, "invalid_resume");
    assertThat(pay.calls()).isEmpty();
  }

  @Test
  void anAnswerCanBeTheResultOfTheCall() {
    AguiApi api = asking(SuspendTicket.result("colour", "Which?", json("{\"type\":\"string\"}")));
    List<JsonNode> asked = ask(api);
    assertThat(interrupt(asked, 0).get("reason").asText()).isEqualTo("input_required");

    List<JsonNode> resumed = api.post(resume("r2", entry(interrupt(asked, 0), "\"red\"")));

    assertThat(resumed.get(2).get("content").asText()).isEqualTo("red");
    assertThat(pay.calls()).isEmpty();
  }

  @Test
  @Rows(1130)
  void anAnswerIsPassedToTheTool() {
    var schema = json("{\"type\":\"object\",\"required\":[\"seat\"]}");
    var question = new Suspension(null, "seat", "Which seat?", null, schema);
    AguiApi api = asking(SuspendTicket.of(ResumeMode.ANSWER_TOOL, question));
    List<JsonNode> asked = ask(api);
    assertThat(interrupt(asked, 0).get("reason").asText()).isEqualTo("input_required");
    assertThat(interrupt(asked, 0).get("responseSchema")).isEqualTo(schema);

    assertError(api.post(resume("r2", entry(interrupt(asked, 0), "{}"))), "invalid_field");
    api.post(resume("r3", entry(interrupt(asked, 0), "{\"seat\":\"4a\"}")));

    assertThat(pay.calls()).hasSize(1);
  }

  @Test
  void anErrorHasTheHeadersOfAStream() {
    AguiApi api = asking(APPROVAL);
    JsonNode question = interrupt(ask(api), 0);

    FakeExchange refused =
        api.open(resume("r2", entry(question, "{\"approved\":true,\"editedArgs\":{}}")));

    var headers = ((Response) refused.answered()).getStringHeaders();
    assertThat(headers.getFirst("Content-Type")).isEqualTo("text/event-stream");
    assertThat(headers.getFirst("Cache-Control")).isEqualTo("no-cache, no-transform");
    assertThat(headers.getFirst("X-Accel-Buffering")).isEqualTo("no");
  }

  @Test
  void anInvalidAnswerIsAnErrorAndTheQuestionStaysOpen() {
    AguiApi api = asking(SuspendTicket.result("colour", "Which?", json("{\"type\":\"string\"}")));
    List<JsonNode> asked = ask(api);

    assertError(api.post(resume("r2", entry(interrupt(asked, 0), "7"))), "invalid_field");
    assertThat(api.node.record(run(asked)).status()).isEqualTo(RunStatus.WAITING);
  }

  @Test
  @Attacks("S40")
  void onlyAnExplicitApprovalApproves() {
    AguiApi api = asking(APPROVAL);
    List<JsonNode> asked = ask(api);

    for (String payload : List.of("{}", "{\"approved\":null}", "{\"approved\":\"yes\"}", "null")) {
      assertError(api.post(resume("r2", entry(interrupt(asked, 0), payload))), "invalid_resume");
    }
    assertThat(pay.calls()).isEmpty();
  }

  @Test
  void allInterruptsMustBeAnswered() {
    AguiApi api =
        asking(
            APPROVAL,
            Script.builder()
                .calls("pay", Map.of("value", "1"))
                .andCalls("pay", Map.of("value", "2"))
                .says("Done.")
                .repeating());
    List<JsonNode> asked = ask(api);
    assertThat(asked.getLast().at("/outcome/interrupts")).hasSize(2);

    assertError(
        api.post(resume("r2", entry(interrupt(asked, 0), "{\"approved\":true}"))),
        "incomplete_resume");
    assertThat(pay.calls()).isEmpty();

    List<JsonNode> resumed =
        api.post(
            resume(
                "r3",
                entry(interrupt(asked, 0), "{\"approved\":true}"),
                entry(interrupt(asked, 1), "{\"approved\":false}")));
    assertThat(types(resumed).stream().filter("TOOL_CALL_RESULT"::equals)).hasSize(2);
    assertThat(pay.calls()).hasSize(1);
  }

  @Test
  void aMessageToAWaitingThreadIsAnError() {
    AguiApi api = asking(APPROVAL);
    List<JsonNode> asked = ask(api);

    assertError(api.post(body("t", "r2", user("m2", "hello?"))), "resume_required");
    assertThat(api.node.record(run(asked)).status()).isEqualTo(RunStatus.WAITING);
  }

  @Test
  @Attacks("S40")
  void anUnknownInterruptIsAnError() {
    AguiApi api = asking(APPROVAL);
    List<JsonNode> asked = ask(api);

    assertError(
        api.post(
            resume(
                "r2",
                entry(interrupt(asked, 0), "{\"approved\":true}"),
                "{\"interruptId\":\"other\",\"status\":\"cancelled\"}")),
        "unknown_interrupt");
    assertThat(pay.calls()).isEmpty();
  }

  @Test
  void aRepeatedResumeGetsTheSameStreamUnderAnyRunId() {
    AguiApi api = asking(APPROVAL);
    List<JsonNode> asked = ask(api);
    String yes = entry(interrupt(asked, 0), "{\"approved\":true}");
    List<JsonNode> first = api.post(resume("r2", yes));

    List<JsonNode> again = api.post(resume("r2", yes));
    List<JsonNode> other = api.post(resume("r3", yes));

    assertThat(again).isEqualTo(first);
    assertThat(other.getFirst().get("runId").asText()).isEqualTo("r3");
    assertThat(other.subList(1, other.size() - 1)).isEqualTo(first.subList(1, first.size() - 1));
    assertThat(pay.calls()).hasSize(1);
  }

  @Test
  void aDifferentAnswerToAClosedInterruptIsAnError() {
    AguiApi api = asking(APPROVAL);
    List<JsonNode> asked = ask(api);
    api.post(resume("r2", entry(interrupt(asked, 0), "{\"approved\":true}")));

    assertError(
        api.post(resume("r3", entry(interrupt(asked, 0), "{\"approved\":false}"))),
        "suspension_closed");
  }

  @Test
  void aCallerWithoutPermissionCannotDecide() {
    AguiApi api = asking(APPROVAL.decidedBy(new Approver("manager", false)));
    api.caller = AskingApi.ADA;
    List<JsonNode> asked = ask(api);

    assertError(
        api.post(resume("r2", entry(interrupt(asked, 0), "{\"approved\":true}"))),
        "not_an_approver");
    api.caller = AskingApi.BOB;
    assertThat(
            answerText(api.post(resume("r3", entry(interrupt(asked, 0), "{\"approved\":true}")))))
        .isEqualTo("Done.");
  }

  @Test
  void aMessageWithAnAnswerIsAddedToTheRun() {
    AguiApi api = asking(APPROVAL);
    List<JsonNode> asked = ask(api);
    ObjectNode body = resume("r2", entry(interrupt(asked, 0), "{\"approved\":true}"));
    body.withArray("messages").add(user("m2", "and hurry"));

    List<JsonNode> resumed = api.post(body);

    assertThat(types(resumed)).contains("MESSAGES_SNAPSHOT").endsWith("RUN_FINISHED");
    assertThat(api.messages("t").toString()).contains("and hurry");
  }

  @Test
  void aThreadApprovedElsewhereNeedsNoResume() {
    AguiApi api = asking(APPROVAL);
    List<JsonNode> asked = ask(api);
    String call = interrupt(asked, 0).get("toolCallId").asText();
    api.beans()
        .decisions()
        .decide(
            run(asked),
            DecisionRequest.of(api.caller, call, DecisionAction.RESUME),
            question -> null);
    api.node.starter.claimDue();
    api.node.executeAll();

    JsonNode thread = api.messages("t");
    assertThat(thread.get("interrupts")).isEmpty();
    assertThat(thread.get("messages").get(3).get("content").asText()).isEqualTo("Done.");
    assertThat(types(api.post(body("t", "r2", user("m1", "pay"), user("m2", "again")))))
        .endsWith("RUN_FINISHED");
  }

  @Test
  void aReloadedPageFindsTheInterrupts() {
    AguiApi api = asking(APPROVAL);
    JsonNode asked = interrupt(ask(api), 0);

    JsonNode thread = api.messages("t");

    assertThat(thread.get("interrupts")).hasSize(1);
    assertThat(thread.at("/interrupts/0/id")).isEqualTo(asked.get("id"));
  }
}
