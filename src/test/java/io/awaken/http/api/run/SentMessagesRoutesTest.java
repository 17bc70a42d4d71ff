package io.awaken.http.api.run;

import static io.awaken.http.api.run.AskingApi.BOB;
import static io.awaken.http.api.run.AskingApi.STRANGER;
import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.http.security.Refusal;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages to a thread or to a run without a stream. */
@Rows({230, 231})
class SentMessagesRoutesTest {

  private static final String SAYING = "\"messages\":[{\"role\":\"user\",\"content\":\"pay\"}]";

  private final RunsApi api = new RunsApi();

  private static String body(String more) {
    return "{" + SAYING + more + "}";
  }

  private static RunId run(JsonNode accepted) {
    return new RunId(accepted.get("run_id").asText());
  }

  @Test
  void messagesGoToTheLatestAgent() {
    RunId waits = api.waiting("t");

    JsonNode sent = api.send("t", body(""), null);

    assertThat(sent.get("status").asText()).isEqualTo("running");
    assertThat(sent.get("thread_id").asText()).isEqualTo("t");
    assertThat(api.node.record(run(sent)).agentId()).isEqualTo("a");
    assertThat(api.node.record(waits).status()).isEqualTo(RunStatus.DONE);
    assertThat(sent.get("job_id").asText()).isEqualTo(api.node.record(run(sent)).jobId().value());
  }

  @Test
  void messagesSteerTheOpenRunOrWaitForIt() {
    RunId waits = api.waiting("t");

    JsonNode steered = api.send("t", body(",\"mode\":\"resume_open_run\""), null);
    JsonNode queued = api.send("t", body(",\"mode\":\"queue\""), null);

    assertThat(run(steered)).isEqualTo(waits);
    assertThat(steered.get("status").asText()).isEqualTo("running");
    assertThat(steered.has("job_id")).isFalse();
    assertThat(queued.get("status").asText()).isEqualTo("queued");
    assertThat(api.node.record(waits).status()).isEqualTo(RunStatus.WAITING);
    Refusal busy = refusal(() -> api.send("t", body(",\"mode\":\"reject\""), null));
    assertThat(busy.code()).isEqualTo("thread_busy");
  }

  @Test
  void messagesRepeatedWithTheSameKeyAreSentOnce() {
    api.waiting("t");
    String body = body(",\"mode\":\"queue\"");
    JsonNode first = api.send("t", body, "k");

    assertThat(api.send("t", body, "k")).isEqualTo(first);
    assertThat(refusal(() -> api.send("t", body(""), "k")).code())
        .isEqualTo("idempotency_conflict");
    assertThat(refusal(() -> api.send("t", body, "two words")).field())
        .isEqualTo("Idempotency-Key");
    api.thread("other");
    JsonNode elsewhere = api.send("other", body(",\"mode\":\"queue\",\"agent_id\":\"a\""), "k");
    assertThat(run(elsewhere)).isNotEqualTo(run(first));
  }

  @Test
  void aRepeatedKeyReturnsTheSteeredRunEvenAfterItsEnd() {
    RunId waits = api.waiting("t");
    String body = body(",\"mode\":\"resume_open_run\"");
    api.send("t", body, "k");
    api.input(waits.value(), body, "k");
    api.api.interrupt("t");
    api.node.executeAll();

    assertThat(run(api.send("t", body, "k"))).isEqualTo(waits);
    assertThat(api.input(waits.value(), body, "k").get("accepted_run_id").asText())
        .isEqualTo(waits.value());
    assertThat(refusal(() -> api.send("t", body, "k2")).code()).isEqualTo("no_open_run");
  }

  @Test
  void aFullInboxIsReported() {
    RunId waits = api.waiting("t");
    for (int i = 0; i < 100; i++) {
      api.input(waits.value(), body(""), null);
    }

    assertThat(refusal(() -> api.input(waits.value(), body(""), null)).code())
        .isEqualTo("inbox_full");
    assertThat(refusal(() -> api.send("t", body(",\"mode\":\"steer\""), null)).code())
        .isEqualTo("inbox_full");
  }

  @Test
  @Rows({173, 230, 231})
  void inputsGoToTheOpenRunElseToANewOne() {
    RunId waits = api.waiting("t");

    JsonNode sent = api.input(waits.value(), body(""), null);

    assertThat(sent)
        .isEqualTo(
            AskingApi.json(
                """
                {"status":"inputs_accepted","run_id":"%1$s","accepted_run_id":"%1$s"}
                """
                    .formatted(waits)));
    api.api.interrupt("t");
    api.node.executeAll();
    assertThat(refusal(() -> input(waits, ",\"mode\":\"resume_open_run\"")).code())
        .isEqualTo("no_open_run");
    JsonNode next = api.input(waits.value(), body(""), "k");
    assertThat(next.get("run_id").asText()).isEqualTo(waits.value());
    assertThat(next.get("accepted_run_id").asText()).isNotEqualTo(waits.value());
    assertThat(next.has("job_id")).isTrue();
    assertThat(api.input(waits.value(), body(""), "k")).isEqualTo(next);
  }

  @Test
  @Attacks("S53")
  void theAnswerNamesTheSendersOwnRun() {
    RunId adas = api.waiting("t");
    api.as(BOB);

    JsonNode sent = api.input(adas.value(), body(""), null);
    JsonNode steered = api.send("t", body(",\"mode\":\"steer\""), null);

    assertThat(sent.get("run_id").asText()).isEqualTo(adas.value());
    var own = new RunId(sent.get("accepted_run_id").asText());
    assertThat(own).isNotEqualTo(adas);
    assertThat(sent.get("job_id").asText()).isEqualTo(api.node.record(own).jobId().value());
    assertThat(api.node.record(own).caller()).isEqualTo(BOB);
    assertThat(steered.get("status").asText()).isEqualTo("queued");
    assertThat(api.node.record(run(steered)).caller()).isEqualTo(BOB);
    assertThat(refusal(() -> input(adas, ",\"mode\":\"resume_open_run\"")).code())
        .isEqualTo("no_open_run");
    assertThat(api.node.record(adas).status()).isEqualTo(RunStatus.WAITING);
    assertThat(api.node.stores.runs().inbox(adas)).isEmpty();
  }

  private void input(RunId run, String more) {
    api.input(run.value(), body(more), null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"messages", "inputs"})
  void badMessagesAreRefusedByTheirField(String route) {
    RunId waits = api.waiting("t");
    Function<String, Refusal> refusal =
        body ->
            refusal(
                () -> {
                  if (route.equals("inputs")) {
                    api.input(waits.value(), body, null);
                  } else {
                    api.send("t", body, null);
                  }
                });

    assertThat(refusal.apply("null").code()).isEqualTo("missing_body");
    assertThat(refusal.apply("{}").field()).isEqualTo("messages");
    assertThat(refusal.apply("{\"messages\":[]}").field()).isEqualTo("messages");
    assertThat(refusal.apply("{\"messages\":[{\"role\":\"assistant\",\"content\":\"x\"}]}").field())
        .isEqualTo("messages[0].role");
    assertThat(refusal.apply(body(",\"mode\":\"shout\"")).field()).isEqualTo("mode");
    assertThat(refusal.apply(body(",\"loud\":true")).code()).isEqualTo("unknown_field");
  }

  @Test
  void invisibleResourcesAreNotFound() {
    RunId waits = api.waiting("t");

    assertThat(refusal(() -> api.send("nothing", body(""), null)).status()).isEqualTo(404);
    assertThat(refusal(() -> api.send("not/an/id", body(""), null)).status()).isEqualTo(404);
    assertThat(refusal(() -> api.input("nothing", body(""), null)).status()).isEqualTo(404);
    api.as(STRANGER);
    assertThat(refusal(() -> api.send("t", body(""), null)).status()).isEqualTo(404);
    assertThat(refusal(() -> api.input(waits.value(), body(""), null)).status()).isEqualTo(404);
  }

  @Test
  void aThreadWithoutARunRequiresAnAgent() {
    api.thread("idle");

    assertThat(refusal(() -> api.send("idle", body(""), null)).field()).isEqualTo("agent_id");
    assertThat(refusal(() -> api.send("idle", body(",\"agentId\":\"a b\""), null)).field())
        .isEqualTo("agent_id");
    assertThat(api.send("idle", body(",\"agentId\":\"a\""), null).get("status").asText())
        .isEqualTo("running");
    assertThat(refusal(() -> api.send(api.thread("free"), noOpenRun(), null)).code())
        .isEqualTo("no_open_run");
  }

  private static String noOpenRun() {
    return body(",\"agent_id\":\"a\",\"mode\":\"resume_open_run\"");
  }
}
