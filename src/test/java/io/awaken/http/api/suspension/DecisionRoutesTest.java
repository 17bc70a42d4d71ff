package io.awaken.http.api.suspension;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.BOB;
import static io.awaken.http.api.run.AskingApi.STRANGER;
import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.Refusal;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Decisions over HTTP. Sources: features rows 186, 230-231, S39, F44. */
class DecisionRoutesTest {

  private final AskingApi api =
      new AskingApi(
          AskingNode.APPROVAL
              .decidedBy(new Approver("manager", true))
              .expiring(new Expiry(3_600_000, DecisionAction.CANCEL)));
  private final RunId run = api.asking.ask("t", ADA);
  private final SuspensionRecord question = api.asking.question(run);

  private String body(String action, String... more) {
    return "{\"tool_call_id\":\"%s\",\"action\":\"%s\"%s}"
        .formatted(question.callId(), action, String.join("", more));
  }

  @Test
  @Rows({186, 231})
  void anApprovalIsAcceptedAndTheCallIsExecuted() {
    JsonNode accepted = api.as(BOB).decide(run.value(), body("resume", ",\"decision_id\":\"d1\""));

    assertThat(accepted)
        .isEqualTo(
            AskingApi.json(
                """
                {"status":"decision_submitted","run_id":"%s","thread_id":"t","tool_call_id":"%s",
                 "suspension_id":"%s","decision_id":"d1","action":"resume"}
                """
                    .formatted(run, question.callId(), question.ticket().suspension().id())));
    api.asking.goOn();
    assertThat(api.asking.paid()).isOne();
  }

  @Test
  @Rows(230)
  void aThreadAcceptsADecisionForItsRunInCamelCaseToo() {
    JsonNode accepted =
        api.as(BOB)
            .decideIn(
                "t",
                "{\"toolCallId\":\"%s\",\"suspensionId\":\"%s\",\"decisionId\":\"d1\",\"argumentsHash\":\"%s\",\"action\":\"cancel\",\"reason\":\"no\"}"
                    .formatted(
                        question.callId(),
                        question.ticket().suspension().id(),
                        question.argumentsHash()));

    assertThat(accepted.get("run_id").asText()).isEqualTo(run.value());
    assertThat(accepted.get("decision_id").asText()).isEqualTo("d1");
    api.asking.goOn();
    assertThat(api.asking.paid()).isZero();
    assertThat(api.asking.record(run).status()).isEqualTo(RunStatus.DONE);
  }

  @Test
  @Failures("F44")
  void aRepeatedDecisionGetsTheSameAnswerAndAnotherOneTheQuestion() {
    JsonNode first = api.as(BOB).decide(run.value(), body("resume"));
    assertThat(api.decide(run.value(), body("resume"))).isEqualTo(first);
    api.asking.goOn();
    assertThat(api.decide(run.value(), body("resume"))).isEqualTo(first);

    Refusal refused = refusal(() -> api.decide(run.value(), body("cancel")));

    assertThat(refused.status()).isEqualTo(409);
    JsonNode answer = AskingApi.json(refused);
    assertThat(answer.get("code").asText()).isEqualTo("suspension_closed");
    assertThat(answer.at("/details/status").asText()).isEqualTo("consumed");
    assertThat(answer.at("/details/decision/action").asText()).isEqualTo("resume");
    assertThat(answer.at("/details/decision/decided_by").asText()).isEqualTo("bob");
    assertThat(api.asking.paid()).isOne();
  }

  private record Wrong(
      String name, Caller by, String run, String body, int status, String code, String field) {}

  private Stream<Wrong> wrong() {
    String hash = ",\"arguments_hash\":\"" + "0".repeat(64) + "\"";
    String other = ",\"suspension_id\":\"other\"";
    String ok = body("resume");
    String otherCall = ok.replace(question.callId(), "other");
    String r = run.value();
    return Stream.of(
        new Wrong(
            "other arguments",
            BOB,
            r,
            body("resume", hash),
            409,
            "other_arguments",
            "arguments_hash"),
        new Wrong(
            "other question",
            BOB,
            r,
            body("resume", other),
            409,
            "other_suspension",
            "suspension_id"),
        new Wrong("other call", BOB, r, otherCall, 404, "suspension_not_found", null),
        new Wrong("other run", BOB, "other", ok, 404, "run_not_found", null),
        new Wrong("no run id", BOB, "a b", ok, 404, "run_not_found", null),
        new Wrong("other tenant", STRANGER, r, ok, 404, "run_not_found", null),
        new Wrong("nobody", Caller.ANONYMOUS, r, ok, 404, "run_not_found", null),
        new Wrong("no role", ADA, r, ok, 403, "not_an_approver", null),
        new Wrong("no body", BOB, r, "null", 400, "missing_body", null),
        new Wrong(
            "no call", BOB, r, "{\"action\":\"resume\"}", 400, "missing_field", "tool_call_id"),
        new Wrong("no action", BOB, r, "{\"tool_call_id\":\"c\"}", 400, "missing_field", "action"),
        new Wrong("bad action", BOB, r, body("approve"), 400, "invalid_field", "action"),
        new Wrong(
            "bad decision id",
            BOB,
            r,
            body("resume", ",\"decision_id\":\"a b\""),
            400,
            "invalid_field",
            "decision_id"),
        new Wrong("unknown field", BOB, r, body("resume", ",\"x\":1"), 400, "unknown_field", "x"),
        new Wrong(
            "long reason",
            BOB,
            r,
            body("resume", ",\"reason\":\"" + "x".repeat(2_001) + "\""),
            400,
            "invalid_field",
            "reason"),
        new Wrong(
            "reason that cannot be stored",
            BOB,
            r,
            body("resume", ",\"reason\":\"\\u0000\""),
            400,
            "invalid_field",
            "reason"),
        new Wrong(
            "large payload",
            BOB,
            r,
            body("resume", ",\"payload\":\"" + "x".repeat(70_000) + "\""),
            400,
            "invalid_field",
            "payload"));
  }

  /** S39: a decision must fit its question. */
  @Test
  @Rows({210, 231})
  @Attacks("S39")
  void aDecisionThatDoesNotFitIsRefusedAndTheCallStaysPending() {
    wrong()
        .forEach(
            wrong -> {
              Refusal refused = refusal(() -> api.as(wrong.by()).decide(wrong.run(), wrong.body()));
              assertThat(refused.status()).as(wrong.name()).isEqualTo(wrong.status());
              assertThat(refused.code()).as(wrong.name()).isEqualTo(wrong.code());
              assertThat(refused.field()).as(wrong.name()).isEqualTo(wrong.field());
              api.asking.goOn();
              assertThat(api.asking.paid()).as(wrong.name()).isZero();
              assertThat(api.asking.question(run).status())
                  .as(wrong.name())
                  .isEqualTo(SuspensionStatus.OPEN);
            });
  }

  @Test
  @Failures("F44")
  void aLateApprovalIsRefusedAndTheToolIsNotCalled() {
    api.asking.clock.advance(Duration.ofHours(2));

    Refusal refused = refusal(() -> api.as(BOB).decide(run.value(), body("resume")));

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("suspension_expired");
    api.asking.goOn();
    assertThat(api.asking.paid()).isZero();
  }

  @Test
  void aCallerWithoutTheRoleGetsTheRequiredRole() {
    Refusal refused = refusal(() -> api.as(ADA).decide(run.value(), body("resume")));

    assertThat(refused.message()).contains("the role manager");
  }

  @Test
  void aMissingThreadAcceptsNoDecision() {
    Consumer<String> decide = thread -> api.as(BOB).decideIn(thread, body("resume"));

    assertThat(refusal(() -> decide.accept("other")).code()).isEqualTo("thread_not_found");
    assertThat(refusal(() -> decide.accept("a b")).code()).isEqualTo("thread_not_found");
    assertThat(refusal(() -> api.as(STRANGER).decideIn("t", body("resume"))).code())
        .isEqualTo("thread_not_found");
  }
}
