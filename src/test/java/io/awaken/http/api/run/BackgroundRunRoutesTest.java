package io.awaken.http.api.run;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.submit.QuotaExhausted;
import io.awaken.core.submit.Quotas;
import io.awaken.core.submit.Quotas.Kind;
import io.awaken.core.submit.RunLimits;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.http.security.Refusal;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs in the background. */
@Rows({230, 231})
class BackgroundRunRoutesTest {

  private static final String SAYING = "\"messages\":[{\"role\":\"user\",\"content\":\"pay\"}]";

  private final RunsApi api = new RunsApi();

  private static String body(String more) {
    return "{" + SAYING + more + "}";
  }

  private JsonNode begin(String more) {
    return api.background(body(",\"agent_id\":\"a\",\"background\":true" + more), null);
  }

  private static RunId run(JsonNode accepted) {
    return new RunId(accepted.get("run_id").asText());
  }

  private RunStatus status(JsonNode accepted) {
    return api.node.record(run(accepted)).status();
  }

  @Test
  void aBackgroundRunStartsAtOnceIfPossible() {
    JsonNode accepted = begin(",\"thread_id\":\"t\"");

    assertThat(accepted.get("status").asText()).isEqualTo("running");
    assertThat(accepted.get("thread_id").asText()).isEqualTo("t");
    assertThat(accepted.get("job_id").asText())
        .isEqualTo(api.node.record(run(accepted)).jobId().value());
    assertThat(status(accepted)).isEqualTo(RunStatus.RUNNING);
    assertThat(api.api.streams.count()).isZero();
  }

  @Test
  void aDelayedRunWaitsInTheQueue() {
    JsonNode accepted = begin(",\"thread_id\":\"t\",\"delay_ms\":5000,\"priority\":3");

    assertThat(accepted.get("status").asText()).isEqualTo("queued");
    assertThat(api.node.starter.claimDue()).isZero();
    JsonNode job = api.jobs("t", null, RunsApi.FIRST).at("/items/0");
    assertThat(job.get("priority").asInt()).isEqualTo(3);
    assertThat(job.get("available_at").asLong() - job.get("created_at").asLong()).isEqualTo(5_000);
    api.api.asking.clock.advance(Duration.ofSeconds(5));
    assertThat(api.node.starter.claimDue()).isOne();
  }

  @Test
  void aDelayedRunInterruptsNoOtherByDefault() {
    RunId waits = api.waiting("t");
    String later = ",\"thread_id\":\"t\",\"delay_ms\":5000";

    assertThat(begin(later).get("status").asText()).isEqualTo("queued");
    assertThat(begin(later + ",\"mode\":\"queue\"").get("status").asText()).isEqualTo("queued");

    assertThat(api.node.record(waits).status()).isEqualTo(RunStatus.WAITING);
    for (String mode : new String[] {"interrupt", "reject", "steer", "live_then_queue"}) {
      Refusal refused = refusal(() -> begin(later + ",\"mode\":\"" + mode + "\""));
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.field()).isEqualTo("delay_ms");
    }
    assertThat(api.jobs("t", "queued", RunsApi.FIRST).get("total").asInt()).isEqualTo(2);
  }

  @Test
  void aThreadWithADelayedRunIsNotBusy() {
    begin(",\"thread_id\":\"t\",\"delay_ms\":2592000000");

    JsonNode now = begin(",\"thread_id\":\"t\",\"mode\":\"reject\"");

    assertThat(now.get("status").asText()).isEqualTo("running");
  }

  @Test
  void backgroundRunsHaveTheSameModes() {
    RunId waits = api.waiting("t");
    String at = ",\"thread_id\":\"t\",\"mode\":";

    assertThat(begin(at + "\"queue\"").get("status").asText()).isEqualTo("queued");
    Refusal busy = refusal(() -> begin(at + "\"reject\""));
    assertThat(busy.code()).isEqualTo("thread_busy");
    assertThat(AskingApi.json(busy).at("/details/run_id").asText()).isEqualTo(waits.value());
    JsonNode steered = begin(at + "\"steer\"");
    assertThat(run(steered)).isEqualTo(waits);
    assertThat(steered.has("job_id")).isFalse();
    assertThat(begin(at + "\"interrupt\"").get("status").asText()).isEqualTo("running");
    assertThat(api.node.record(waits).status()).isEqualTo(RunStatus.DONE);
  }

  @Test
  void anAnonymousCallerDoesNotSeeTheOpenRunOrItsQuestions() {
    api.as(Caller.ANONYMOUS).thread("t");
    RunId waits = api.as(ADA).waiting("t");
    String wish = ",\"thread_id\":\"t\",\"mode\":\"reject\"";

    assertThat(AskingApi.json(refusal(() -> begin(wish))).at("/details/suspension_ids")).hasSize(1);
    api.as(Caller.ANONYMOUS);
    JsonNode answer = AskingApi.json(refusal(() -> begin(wish)));
    assertThat(answer.get("code").asText()).isEqualTo("thread_busy");
    assertThat(answer.has("details")).isFalse();
    assertThat(answer.toString()).doesNotContain(waits.value());
    assertThat(refusal(() -> api.latest("t")).message())
        .isEqualTo("the thread has no run that is visible to the caller");
  }

  @Test
  void anAnonymousCallerDoesNotLearnWhichNamedJobHasItsDedupeKey() {
    api.as(Caller.ANONYMOUS).thread("t");
    String job = "{\"agent_id\":\"a\",\"payload\":\"report\",\"dedupe_key\":\"daily\"}";
    JsonNode first = api.as(ADA).push("t", job, null);

    assertThat(AskingApi.json(refusal(() -> api.push("t", job, null))).at("/details/job_id"))
        .isEqualTo(first.get("job_id"));
    api.as(Caller.ANONYMOUS);
    JsonNode answer = AskingApi.json(refusal(() -> api.push("t", job, null)));
    assertThat(answer.get("code").asText()).isEqualTo("duplicate");
    assertThat(answer.get("field").asText()).isEqualTo("dedupe_key");
    assertThat(answer.has("details")).isFalse();
    assertThat(answer.toString())
        .doesNotContain(first.get("job_id").asText())
        .doesNotContain(first.get("run_id").asText());
  }

  @Test
  void anAnonymousCallerMustNameTheAgentThatANamedCallerChose() {
    api.as(Caller.ANONYMOUS).thread("t");
    api.as(ADA).waiting("t");
    String job = "{\"payload\":\"report\"}";

    assertThat(api.send("t", body(",\"mode\":\"queue\""), null).get("status").asText())
        .isEqualTo("queued");
    assertThat(api.push("t", job, null).has("job_id")).isTrue();
    api.as(Caller.ANONYMOUS);
    for (Runnable nameless :
        new Runnable[] {() -> api.send("t", body(""), null), () -> api.push("t", job, null)}) {
      assertThat(refusal(nameless).status()).isEqualTo(400);
      assertThat(refusal(nameless).field()).isEqualTo("agent_id");
    }
    assertThat(api.send("t", body(",\"agent_id\":\"a\""), null).get("status").asText())
        .isEqualTo("queued");
  }

  @Test
  void aRepeatedRequestReturnsTheSameRun() {
    String body = body(",\"agent_id\":\"a\",\"background\":true");
    JsonNode first = api.background(body, "k1");

    assertThat(api.background(body, "k1")).isEqualTo(first);
    Refusal other = refusal(() -> api.background(body(",\"agent_id\":\"a\""), "k1"));
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.code()).isEqualTo("idempotency_conflict");
    api.node.executeAll();
    assertThat(api.background(body, "k1").get("status").asText()).isEqualTo("waiting");
  }

  @Test
  void aKeyOfADeletedRunIsRefusedAndStartsNoRun() {
    String body = body(",\"agent_id\":\"a\",\"background\":true,\"thread_id\":\"t\"");
    JsonNode first = api.background(body, "k1");
    api.node.executeAll();
    api.node.stores.runs().cancel(run(first), ADA);
    api.node.stores.threads().delete(new ThreadId("t"), ADA, false);

    Refusal gone = refusal(() -> api.background(body, "k1"));

    assertThat(gone.status()).isEqualTo(410);
    assertThat(gone.code()).isEqualTo("run_deleted");
    assertThat(gone.field()).isEqualTo("Idempotency-Key");
    assertThat(api.node.stores.threads().find(new ThreadId("t"))).isEmpty();
    assertThat(refusal(() -> api.api.run(body.replace("true", "false"), "k1")).status())
        .isEqualTo(409);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"priority\":3|priority",
        "\"delay_ms\":3|delay_ms",
        "\"background\":true,\"priority\":256|priority",
        "\"background\":true,\"priority\":-1|priority",
        "\"background\":true,\"priority\":\"1\"|priority",
        "\"background\":true,\"priority\":1.5|priority",
        "\"background\":true,\"delay_ms\":-1|delay_ms",
        "\"background\":true,\"delayMs\":2592000001|delay_ms",
        "\"background\":\"true\"|background",
        "\"background\":1|background"
      })
  void anInvalidFieldIsRefusedByItsName(String field, String name) {
    Refusal refused = refusal(() -> api.background(body(",\"agent_id\":\"a\"," + field), null));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.field()).isEqualTo(name);
  }

  @Test
  void aFullQueueIsReported() {
    api.waiting("t");
    for (int i = 0; i < 1_000; i++) {
      api.send("t", body(",\"mode\":\"queue\""), null);
    }

    Refusal full = refusal(() -> api.send("t", body(",\"mode\":\"queue\""), null));
    assertThat(full.status()).isEqualTo(409);
    assertThat(full.code()).isEqualTo("queue_full");
    assertThat(refusal(() -> api.push("t", "{\"payload\":1}", null)).code())
        .isEqualTo("queue_full");
    assertThat(api.send("t", body(""), null).get("status").asText()).isEqualTo("running");
  }

  @Test
  void aCallerThatSubmitsTooOftenGetsRetryAfter() {
    api.waiting("t");
    api.api.quota =
        new Quotas(
            Map.of(Kind.SUBMITS, new Quotas.Rate(2, 0, 0)),
            Quotas.Runs.NONE,
            Optional::empty,
            () -> 0);
    api.send("t", body(",\"mode\":\"queue\""), null);
    begin("");

    for (Runnable request :
        new Runnable[] {
          () -> api.send("t", body(""), null),
          () -> api.push("t", "{\"payload\":1}", null),
          () -> api.redrive("t", "job", null),
          () -> begin(""),
          () -> api.api.run(body(",\"agent_id\":\"a\""), null)
        }) {
      Refusal refused = refusal(request::run);
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.code()).isEqualTo("too_many_submits");
      assertThat(refused.retryAfter()).isEqualTo(30);
    }
    assertThat(api.api.streams.count()).isZero();
  }

  @Test
  @Attacks("S33")
  @Rows({1162, 1163, 1167})
  void aCallerAtItsLimitGetsNoFurtherRunAndNothingIsWritten() {
    RunId waits = api.waiting("t");
    limit(new RunLimits(0, 1, 0, BigDecimal.ZERO));
    api.send("t", body(",\"mode\":\"queue\""), null);
    var before = api.node.stores.runs().unfinished(AskingApi.ADA.tenant());
    api.api.asking.clock.advance(Duration.ofMinutes(1));

    for (Runnable request :
        new Runnable[] {
          () -> api.send("t", body(",\"mode\":\"queue\""), null),
          () -> api.push("t", "{\"payload\":1}", null),
          () -> api.redrive("t", "job", null),
          () -> begin(""),
          () -> api.api.run(body(",\"agent_id\":\"a\""), null)
        }) {
      Refusal refused = refusal(request);
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.code()).isEqualTo("too_many_queued_runs");
      assertThat(refused.details())
          .isEqualTo(new QuotaExhausted.UsedUp("awaken.quota.queued-runs", "1"));
      assertThat(refused.retryAfter()).isEqualTo(1);
    }
    assertThat(api.node.stores.runs().unfinished(AskingApi.ADA.tenant())).isEqualTo(before);
    assertThat(api.api.streams.count()).isZero();
    // Messages to the open run create no further run.
    assertThat(api.input(waits.value(), body(""), null).get("accepted_run_id").asText())
        .isEqualTo(waits.value());
  }

  private void limit(RunLimits perCaller) {
    var limits =
        new Quotas.Runs(
            perCaller, RunLimits.NONE, Duration.ofHours(1), "USD", api.node.stores.runs());
    api.api.quota = new Quotas(Map.of(), limits, Optional::empty, () -> 0);
  }

  @Test
  void aStoppingNodeAcceptsNoRuns() {
    RunId waits = api.waiting("t");
    api.node.mailbox.drain(Duration.ZERO, Duration.ZERO);

    assertThat(refusal(() -> begin("")).status()).isEqualTo(503);
    assertThat(refusal(() -> api.send("t", body(""), null)).status()).isEqualTo(503);
    assertThat(refusal(() -> api.input(waits.value(), body(""), null)).status()).isEqualTo(503);
  }
}
