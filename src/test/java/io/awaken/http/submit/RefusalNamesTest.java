package io.awaken.http.submit;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.BOB;
import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.submit.BusyThread;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.submit.RunService;
import io.awaken.core.submit.RunService.Accepted;
import io.awaken.core.submit.RunService.Accepted.How;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.Refusal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The door for protocols, with the field names of a foreign protocol. */
class RefusalNamesTest {

  private static final FieldNames CHAT =
      new FieldNames(
          "model",
          "id",
          "messages[0].id",
          "from",
          index -> "messages[0].parts[0].text",
          (message, part, field) -> "messages[%d].parts[%d].%s".formatted(message, part, field),
          "tools");

  private final AskingApi api = new AskingApi(AskingNode.APPROVAL);
  private final RunService service = api.beans().service();

  private RunRequest request(String text, String key) {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    return TestNode.request("t", text)
        .by(ADA)
        .as(SubmitMode.QUEUE)
        .once(RequestKeys.of(CHAT.key(), "POST /chat/t", key, content));
  }

  private static Accepted accept(RunService door, RunRequest request) {
    return Refusals.named(CHAT, () -> door.background(request));
  }

  private RunId waiting() {
    RunId run = accept(service, TestNode.request("t", "pay").by(ADA)).runId();
    api.asking.node.executeAll();
    return run;
  }

  @Test
  void aRepeatedMessageReturnsTheRunItCreated() {
    var first = accept(service, request("hello", "m-1"));

    var again = accept(service, request("hello", "m-1"));

    assertThat(again.how()).isEqualTo(How.REPEATED);
    assertThat(again.runId()).isEqualTo(first.runId());
  }

  @Test
  void aRefusalNamesTheFieldsOfItsProtocol() {
    accept(service, request("hello", "m-1"));

    Refusal taken = refusal(() -> accept(service, request("other", "m-1")));
    Refusal large =
        refusal(() -> accept(service, request("x".repeat(TestNode.MAX_MESSAGE + 1), null)));
    Refusal bad = refusal(() -> request("hello", "with a space"));

    assertThat(taken.code()).isEqualTo("idempotency_conflict");
    assertThat(taken.field()).isEqualTo("messages[0].id");
    assertThat(large.status()).isEqualTo(413);
    assertThat(large.field()).isEqualTo("messages[0].parts[0].text");
    assertThat(bad.status()).isEqualTo(400);
    assertThat(bad.field()).isEqualTo("messages[0].id");
  }

  @Test
  @Rows(138)
  void overridesRequireTheOperatorsPermissionInEveryProtocol() {
    var colder = new InferenceOverride(null, 0.0, null, null, null);
    RunRequest wanted = request("hello", null).with(colder);

    Refusal refusal = refusal(() -> accept(service, wanted));
    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.field()).isEqualTo("overrides");

    api.overridesAllowed = true;
    RunId run = accept(api.beans().service(), wanted).runId();
    assertThat(api.asking.node.record(run).spec().overrides()).isEqualTo(colder);
  }

  @Test
  @Rows(138)
  void aCallerMayAlwaysPreferTheErrorToWaiting() {
    var impatient = InferenceOverride.builder().maxWaitMs(0).build();

    RunId run = accept(service, request("hello", null).with(impatient)).runId();

    assertThat(api.asking.node.record(run).spec().overrides()).isEqualTo(impatient);
  }

  @Test
  void aBusyThreadNamesItsOpenRun() {
    RunId run = waiting();
    var rejecting = TestNode.request("t", "more").as(SubmitMode.REJECT);

    Refusal own = refusal(() -> accept(service, rejecting.by(ADA)));

    assertThat(own.code()).isEqualTo("thread_busy");
    assertThat(own.details())
        .isInstanceOfSatisfying(BusyThread.class, busy -> assertThat(busy.runId()).isEqualTo(run));
  }

  @Test
  void messagesSteerTheOpenRun() {
    RunId run = waiting();

    var steered = accept(service, TestNode.request("t", "more").by(ADA).as(SubmitMode.STEER));

    assertThat(steered.how()).isEqualTo(How.STEERED);
    assertThat(steered.runId()).isEqualTo(run);
    assertThat(service.status(steered)).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void aRepeatedDecisionStandsAndAnotherOneIsRefusedWithTheQuestion() {
    RunId run = waiting();
    String call = api.asking.question(run).callId();
    var decisions = api.beans().decisions();
    var yes = DecisionRequest.of(BOB, call, DecisionAction.RESUME);
    var no = DecisionRequest.of(BOB, call, DecisionAction.CANCEL);

    var stands = decisions.decide(run, yes, question -> null);
    var again = decisions.decide(new ThreadId("t"), yes, question -> null);
    Refusal closed = refusal(() -> decisions.decide(run, no, Shown::of));

    assertThat(again.decision()).isEqualTo(stands.decision());
    assertThat(closed.code()).isEqualTo("suspension_closed");
    assertThat(closed.details()).isEqualTo(new Shown(call));
  }

  private record Shown(String call) {
    private static Shown of(SuspensionRecord question) {
      return new Shown(question.callId());
    }
  }
}
