package io.awaken.http.api.mailbox;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.STRANGER;
import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.http.api.request.Paging;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.api.run.RunsApi;
import io.awaken.http.security.Refusal;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The routes of a thread's queue. */
@Rows({190, 230})
class MailboxRoutesTest {

  private final RunsApi api = new RunsApi();

  private JsonNode push(String body) {
    return api.push("t", body, null);
  }

  private String userText(JsonNode pushed) {
    api.api.asking.goOn();
    return api
        .node
        .stores
        .threads()
        .history(new ThreadId(pushed.get("thread_id").asText()))
        .stream()
        .map(Message::text)
        .toList()
        .getFirst();
  }

  @Test
  void aPushedJobRunsInItsTurn() {
    api.thread("t");
    JsonNode pushed = push("{\"agent_id\":\"a\",\"payload\":{\"text\":\"pay\",\"from\":\"cron\"}}");

    RunId run = new RunId(pushed.get("run_id").asText());
    assertThat(pushed.get("thread_id").asText()).isEqualTo("t");
    assertThat(pushed.get("job_id").asText()).isEqualTo(api.node.record(run).jobId().value());
    assertThat(userText(pushed)).isEqualTo("pay");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":[1,null]}|{\"a\":[1,null]}",
        "7|7",
        "[true]|[true]",
        "{\"text\":7}|{\"text\":7}"
      })
  void aPayloadWithoutTextIsSentAsJson(String payload, String text) {
    api.thread("t");
    assertThat(userText(push("{\"agent_id\":\"a\",\"payload\":" + payload + "}"))).isEqualTo(text);
  }

  @Test
  void aJobWaitsForTheOpenRunAndGoesToItsAgent() {
    RunId waits = api.waiting("t");

    JsonNode pushed = push("{\"payload\":\"more\"}");

    assertThat(api.node.record(new RunId(pushed.get("run_id").asText())).agentId()).isEqualTo("a");
    assertThat(api.active("t").at("/active_run/run_id").asText()).isEqualTo(waits.value());
    assertThat(api.jobs("t", "queued", RunsApi.FIRST).get("total").asInt()).isOne();
  }

  @Test
  void aJobWithAnOpenDedupeKeyIsRefusedWithTheFirstJob() {
    api.waiting("t");
    String body = "{\"payload\":\"report\",\"dedupe_key\":\"daily\"}";
    JsonNode first = push(body);

    Refusal refused = refusal(() -> push(body));

    assertThat(refused.status()).isEqualTo(409);
    JsonNode answer = AskingApi.json(refused);
    assertThat(answer.get("code").asText()).isEqualTo("duplicate");
    assertThat(answer.get("field").asText()).isEqualTo("dedupe_key");
    assertThat(answer.at("/details/job_id")).isEqualTo(first.get("job_id"));
    assertThat(answer.at("/details/run_id")).isEqualTo(first.get("run_id"));
    assertThat(push("{\"payload\":\"report\",\"dedupe_key\":\"weekly\"}").has("job_id")).isTrue();
  }

  @Test
  void aRepeatedRequestGetsTheSameAnswer() {
    api.waiting("t");
    String body = "{\"payload\":\"report\",\"dedupeKey\":\"daily\"}";
    JsonNode first = api.push("t", body, "k");

    assertThat(api.push("t", body, "k")).isEqualTo(first);
    assertThat(refusal(() -> api.push("t", "{\"payload\":1}", "k")).code())
        .isEqualTo("idempotency_conflict");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|payload",
        "{\"payload\":null}|payload",
        "{\"payload\":{\"text\":\" \"}}|payload.text",
        "{\"payload\":{\"text\":\"a\\u0000\"}}|payload.text",
        "{\"payload\":1,\"agent_id\":\"a b\"}|agent_id",
        "{\"payload\":1,\"priority\":256}|priority",
        "{\"payload\":1,\"delay_ms\":-1}|delay_ms",
        "{\"payload\":1,\"dedupe_key\":\" \"}|dedupe_key",
        "{\"payload\":1,\"origin\":\"internal\"}|origin"
      })
  void aBadPushIsRefusedByItsField(String body, String field) {
    api.waiting("t");
    assertThat(refusal(() -> push(body)).status()).isEqualTo(400);
    assertThat(refusal(() -> push(body)).field()).isEqualTo(field);
  }

  @Test
  void aPayloadThatIsTooLargeIsRefusedByItsField() {
    api.thread("t");
    String text = "x".repeat(TestNode.MAX_MESSAGE + 1);

    Refusal refused =
        refusal(() -> push("{\"agent_id\":\"a\",\"payload\":{\"text\":\"" + text + "\"}}"));

    assertThat(refused.status()).isEqualTo(413);
    assertThat(refused.code()).isEqualTo("message_too_large");
    assertThat(refused.field()).isEqualTo("payload");
    assertThat(refused.message())
        .isEqualTo("payload must have at most %d bytes as UTF-8", TestNode.MAX_MESSAGE);
    assertThat(api.jobs("t", null, RunsApi.FIRST).get("total").asInt()).isZero();
  }

  @Test
  void jobsAreListedNewestFirstWithTheirRuns() {
    RunId waits = api.waiting("t");
    push("{\"payload\":\"more\",\"priority\":9,\"dedupe_key\":\"k\"}");

    JsonNode page = api.jobs("t", null, RunsApi.FIRST);

    assertThat(page.get("total").asInt()).isEqualTo(2);
    JsonNode queued = page.at("/items/0");
    assertThat(queued.get("mailbox_id").asText()).isEqualTo("t");
    assertThat(queued.get("thread_id").asText()).isEqualTo("t");
    assertThat(queued.get("agent_id").asText()).isEqualTo("a");
    assertThat(queued.get("origin").asText()).isEqualTo("user");
    assertThat(queued.get("sender_id").asText()).isEqualTo("ada");
    assertThat(queued.get("status").asText()).isEqualTo("queued");
    assertThat(queued.get("run_status").asText()).isEqualTo("created");
    assertThat(queued.get("priority").asInt()).isEqualTo(9);
    assertThat(queued.get("dedupe_key").asText()).isEqualTo("k");
    assertThat(queued.get("attempt_count").asInt()).isZero();
    assertThat(queued.get("max_attempts").asInt()).isEqualTo(5);
    assertThat(queued.get("generation").asInt()).isZero();
    assertThat(queued.at("/messages/0/content/0/text").asText()).isEqualTo("\"more\"");
    JsonNode accepted = page.at("/items/1");
    assertThat(accepted.get("status").asText()).isEqualTo("accepted");
    assertThat(accepted.get("run_id").asText()).isEqualTo(waits.value());
    assertThat(accepted.get("run_status").asText()).isEqualTo("waiting");
    assertThat(accepted.has("claim_token") || accepted.has("lease_until")).isFalse();
  }

  @Test
  @Rows(232)
  void aListIsPagedByItsOwnCursors() {
    IntStream.range(0, 3).forEach(i -> api.queued("t"));
    api.queued("other");
    JsonNode first = api.jobs("t", null, new Paging(null, "2", null));
    assertThat(first.get("has_more").asBoolean()).isTrue();
    String cursor = first.get("next_cursor").asText();

    JsonNode second = api.jobs("t", null, new Paging(null, "2", cursor));

    assertThat(second.get("items")).hasSize(1);
    assertThat(second.has("next_cursor")).isFalse();
    assertThat(second.at("/items/0/created_at").asLong())
        .isLessThan(first.at("/items/1/created_at").asLong());
    var behind = new Paging(null, null, cursor);
    assertThat(refusal(() -> api.jobs("t", "queued", behind)).field()).isEqualTo("cursor");
    assertThat(refusal(() -> api.jobs("other", null, behind)).field()).isEqualTo("cursor");
    assertThat(refusal(() -> api.jobs("t", "lost", RunsApi.FIRST)).field()).isEqualTo("status");
    var many = new Paging("x", null, null);
    assertThat(refusal(() -> api.jobs("t", null, many)).field()).isEqualTo("offset");
  }

  @Test
  void aDeadLetterIsRetriedAsANewRun() {
    api.queued("t");
    String dead = api.giveUp();
    JsonNode letter = api.jobs("t", "dead_letter", RunsApi.FIRST).at("/items/0");
    assertThat(letter.at("/termination/type").asText()).isEqualTo("error");

    JsonNode next = api.redrive("t", dead, null);

    assertThat(next.get("thread_id").asText()).isEqualTo("t");
    assertThat(api.latest("t").get("run_id")).isEqualTo(next.get("run_id"));
    assertThat(api.latest("t").get("job_id")).isEqualTo(next.get("job_id"));
    assertThat(refusal(() -> api.redrive("t", dead, null)).code()).isEqualTo("not_dead");
    api.api.asking.goOn();
    assertThat(api.latest("t").get("status").asText()).isEqualTo("waiting");
  }

  @Test
  void onlyOperatorsSeeErrorAndNodeOfAJob() {
    api.queued("t");
    api.giveUp();

    JsonNode shown = api.jobs("t", null, RunsApi.FIRST).at("/items/0");
    assertThat(shown.get("status").asText()).isEqualTo("dead_letter");
    assertThat(shown.has("last_error") || shown.has("claimed_by")).isFalse();

    api.as(RunsApi.OPERATOR);
    for (JsonNode answer : List.of(api.jobs("t", null, RunsApi.FIRST), api.allJobs(null))) {
      assertThat(answer.at("/items/0/last_error").asText()).isEqualTo("Broken: for good");
      assertThat(answer.at("/items/0/claimed_by").asText()).isEqualTo("n1");
    }
  }

  @Test
  void aJobWithRolesOfAnotherCallerIsRedrivenByOperators() {
    var manager = new Caller("default", "max", Set.of("manager"));
    api.as(manager).queued("t");
    String dead = api.giveUp();

    Refusal refused = refusal(() -> api.as(ADA).redrive("t", dead, null));
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.code()).isEqualTo("forbidden");

    JsonNode next = api.as(RunsApi.OPERATOR).redrive("t", dead, null);
    assertThat(api.node.record(new RunId(next.get("run_id").asText())).caller()).isEqualTo(manager);
  }

  @Test
  void anAnonymousCallerDoesNotSeeJobsOfNamedCallers() {
    api.as(Caller.ANONYMOUS).queued("t");
    api.as(ADA).queued("t");
    String adas = api.jobs("t", null, RunsApi.FIRST).at("/items/0/job_id").asText();

    JsonNode page = api.as(Caller.ANONYMOUS).jobs("t", null, RunsApi.FIRST);

    assertThat(page.get("total").asInt()).isOne();
    assertThat(page.at("/items/0/job_id").asText()).isNotEqualTo(adas);
  }

  @Test
  void aRepeatedRedriveCreatesOneRun() {
    api.queued("t");
    String dead = api.giveUp();
    JsonNode next = api.redrive("t", dead, "k");

    assertThat(api.redrive("t", dead, "k")).isEqualTo(next);
    assertThat(refusal(() -> api.redrive("t", dead, "other")).code()).isEqualTo("not_dead");
    assertThat(refusal(() -> api.redrive("t", dead, "two words")).field())
        .isEqualTo("Idempotency-Key");
  }

  @Test
  void invisibleResourcesAreNotFound() {
    api.queued("t");
    String dead = api.giveUp();
    api.thread("other");

    assertThat(refusal(() -> api.redrive("t", "nothing", null)).code()).isEqualTo("job_not_found");
    assertThat(refusal(() -> api.redrive("t", "not/an/id", null)).code())
        .isEqualTo("job_not_found");
    assertThat(refusal(() -> api.redrive("other", dead, null)).code()).isEqualTo("job_not_found");
    for (Caller caller : new Caller[] {STRANGER, Caller.ANONYMOUS}) {
      api.as(caller);
      assertThat(refusal(() -> api.redrive("t", dead, null)).code()).isEqualTo("thread_not_found");
      assertThat(refusal(() -> api.jobs("t", null, RunsApi.FIRST)).status()).isEqualTo(404);
      assertThat(refusal(() -> push("{\"payload\":1}")).status()).isEqualTo(404);
    }
    assertThat(refusal(() -> api.as(ADA).push("other", "{}", null)).field()).isEqualTo("payload");
    assertThat(refusal(() -> api.as(ADA).push("nothing", "{\"payload\":1}", null)).status())
        .isEqualTo(404);
  }

  @Test
  void operatorsSeeTheDeadLettersOfAllThreadsOfTheirTenant() {
    api.queued("t1");
    api.giveUp();
    api.queued("t2");
    api.giveUp();
    api.as(STRANGER).queued("t4");
    api.giveUp();
    api.as(ADA).queued("t3");

    api.as(RunsApi.OPERATOR);
    assertThat(api.allJobs(null).get("total").asInt()).isEqualTo(2);
    assertThat(api.allJobs(null).at("/items/0/thread_id").asText()).isEqualTo("t2");
    assertThat(api.allJobs("queued").get("total").asInt()).isOne();
    assertThat(refusal(() -> api.allJobs("lost")).field()).isEqualTo("status");
    assertThat(refusal(() -> api.as(ADA).allJobs(null)).status()).isEqualTo(403);
    assertThat(refusal(() -> api.as(Caller.ANONYMOUS).allJobs(null)).status()).isEqualTo(401);
  }
}
