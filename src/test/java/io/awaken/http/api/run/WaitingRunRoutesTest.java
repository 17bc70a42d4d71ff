package io.awaken.http.api.run;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.Cursor;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import io.awaken.http.api.event.EventsApi;
import io.awaken.http.security.Refusal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** New messages to a waiting run. */
class WaitingRunRoutesTest {

  private final AskingApi api = new AskingApi(AskingNode.APPROVAL);

  private List<JsonNode> steer(String text, String mode) {
    return steer(text, mode, () -> {});
  }

  /** The stream's events after an action while it was open. */
  private List<JsonNode> steer(String text, String mode, Runnable meanwhile) {
    String body =
        """
        {"agent_id":"a","thread_id":"t","mode":"%s",
         "messages":[{"role":"user","content":"%s"}]}
        """
            .formatted(mode, text);
    return api.as(ADA).run(body, null, meanwhile);
  }

  private static RunId runOf(List<JsonNode> events) {
    return new RunId(events.getFirst().get("run_id").asText());
  }

  private static String last(List<JsonNode> events) {
    return events.getLast().get("event_type").asText()
        + " "
        + events.getLast().at("/termination/type").asText();
  }

  private void approve(RunId run) {
    String call = api.asking.question(run).callId();
    api.decide(run.value(), "{\"tool_call_id\":\"" + call + "\",\"action\":\"resume\"}");
  }

  @Test
  @Rows({132, 176})
  void aStreamEndsWhenItsRunWaitsAndContinuesAtItsCursorAfterTheDecision() {
    List<JsonNode> events = steer("pay", "interrupt");
    RunId run = runOf(events);
    assertThat(last(events)).isEqualTo("run_finish suspended");

    approve(run);
    List<JsonNode> more = api.events(run, EventsApi.cursor(run, new Cursor(1, events.size())));

    assertThat(more.getFirst().get("seq").asInt()).isEqualTo(events.size() + 1);
    assertThat(more.getFirst().get("event_type").asText()).isEqualTo("tool_call_resumed");
    assertThat(last(more)).isEqualTo("run_finish natural_end");
    assertThat(more).noneMatch(event -> event.get("event_type").asText().equals("run_start"));
  }

  @Test
  @Rows(231)
  void aWaitingRunShowsItsQuestions() {
    RunId run = runOf(steer("pay", "interrupt"));
    String id = api.asking.question(run).ticket().suspension().id();

    JsonNode record = api.get(run);

    assertThat(record.get("status").asText()).isEqualTo("waiting");
    assertThat(record.has("outcome")).isFalse();
    JsonNode waiting = record.get("waiting");
    assertThat(waiting.get("reason").asText()).isEqualTo("decision");
    assertThat(waiting.get("message").asText()).isEqualTo("May I pay?");
    assertThat(waiting.get("ticket_ids")).isEqualTo(AskingApi.json("[\"" + id + "\"]"));
    assertThat(waiting.at("/tickets/0/pending/name").asText()).isEqualTo("pay");

    approve(run);
    assertThat(api.get(run).at("/waiting/reason").asText()).isEqualTo("resume");
    api.asking.goOn();
    assertThat(api.get(run).has("waiting")).isFalse();
  }

  @Test
  void interruptCancelsItAndStreamsTheNewRun() {
    RunId waiting = runOf(steer("pay", "interrupt"));

    RunId next = runOf(steer("pay less", "interrupt_then_queue"));

    assertThat(next).isNotEqualTo(waiting);
    assertThat(api.asking.record(waiting).termination())
        .isEqualTo(new TerminationReason.Cancelled());
    assertThat(api.asking.record(next).status()).isEqualTo(RunStatus.WAITING);
  }

  @Test
  void rejectNamesTheRunAndItsOpenQuestions() {
    RunId waiting = runOf(steer("pay", "interrupt"));

    Refusal refused = refusal(() -> steer("hello?", "reject"));

    assertThat(refused.status()).isEqualTo(409);
    JsonNode answer = AskingApi.json(refused);
    assertThat(answer.get("code").asText()).isEqualTo("thread_busy");
    assertThat(answer.at("/details/run_id").asText()).isEqualTo(waiting.value());
    assertThat(answer.at("/details/suspension_ids"))
        .isEqualTo(
            AskingApi.json(
                "[\"" + api.asking.question(waiting).ticket().suspension().id() + "\"]"));
  }

  @Test
  void aQueuedRunIsStreamedInItsTurn() {
    RunId waiting = runOf(steer("pay", "interrupt"));

    List<JsonNode> events =
        steer(
            "and then?",
            "queue",
            () -> {
              assertThat(api.asking.record(waiting).status()).isEqualTo(RunStatus.WAITING);
              approve(waiting);
              api.asking.goOn();
              api.asking.goOn();
            });

    assertThat(api.asking.record(waiting).status()).isEqualTo(RunStatus.DONE);
    assertThat(runOf(events)).isNotEqualTo(waiting);
    assertThat(events.getFirst().get("event_type").asText()).isEqualTo("run_start");
    assertThat(last(events)).isEqualTo("run_finish suspended");
  }

  @Test
  void steeringAWaitingRunShowsThatItStillWaits() {
    List<JsonNode> events = steer("pay", "interrupt");

    List<JsonNode> answer = steer("in euros", "live_then_queue");

    assertThat(answer).containsExactly(events.getLast());
    assertThat(api.asking.record(runOf(events)).status()).isEqualTo(RunStatus.WAITING);
  }

  @Test
  void steeringARunThatIsAboutToResumeStreamsItsEvents() {
    List<JsonNode> events = steer("pay", "interrupt");
    approve(runOf(events));

    List<JsonNode> more = steer("in euros", "steer", api.asking::goOn);

    assertThat(more.getFirst().get("seq").asInt()).isEqualTo(events.size() + 1);
    assertThat(more.getFirst().get("event_type").asText()).isEqualTo("tool_call_resumed");
    assertThat(last(more)).isEqualTo("run_finish suspended");
  }

  private static final String PAY =
      "{\"agent_id\":\"a\",\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]}";

  @Test
  @Failures("F30")
  void aRepeatedRequestStreamsItsRunFromTheBeginning() {
    List<JsonNode> first = api.as(ADA).run(PAY.formatted("pay"), "k-1");

    assertThat(api.run(PAY.formatted("pay").replace(":", " : "), "k-1")).isEqualTo(first);
  }

  @Test
  @Failures("F30")
  void anotherRequestWithTheSameKeyIsRefused() {
    api.as(ADA).run(PAY.formatted("pay"), "k-1");

    Refusal refused = refusal(() -> api.run(PAY.formatted("pay less"), "k-1"));

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("idempotency_conflict");
    assertThat(refused.field()).isEqualTo("Idempotency-Key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a key", "schlüssel"})
  void anInvalidKeyIsRefusedWithTheAllowedForm(String key) {
    Refusal refused = refusal(() -> api.run(PAY.formatted("pay"), key));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.field()).isEqualTo("Idempotency-Key");
    assertThat(refused.message()).contains("1 to 255");
  }

  @Test
  void anUnknownModeIsRefusedWithTheKnownOnes() {
    Refusal refused = refusal(() -> steer("hi", "politely"));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.field()).isEqualTo("mode");
    assertThat(refused.message()).contains("interrupt", "queue", "reject", "steer");
  }
}
