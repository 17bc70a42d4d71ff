package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.container.ApiClient.Answer;
import io.awaken.fixture.Rows;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;

/** The mailbox routes, with success and each of their errors. */
class MailboxApiIT extends BuiltArchiveTest {

  private static final String LATER = ",\"delay_ms\":600000";

  @Test
  @Rows({188, 190, 230})
  void aPushedJobIsExecutedAndStaysInTheList() {
    String thread = create();
    Answer pushed = push(thread, "{\"text\":\"What is 6 * 7?\"}", ",\"agent_id\":\"default\"");
    assertThat(pushed.status()).isEqualTo(201);
    assertThat(pushed.json().get("thread_id").asText()).isEqualTo(thread);
    String run = pushed.json().get("run_id").asText();

    JsonNode ended = api.get("/v1/runs/" + run + "/wait?timeout_ms=15000").json();

    assertThat(ended.get("final_output").asText()).contains("42");
    JsonNode page = api.get(mailbox(thread)).json();
    assertThat(page.get("total").asInt()).isOne();
    JsonNode job = page.at("/items/0");
    assertThat(job.get("job_id")).isEqualTo(pushed.json().get("job_id"));
    assertThat(job.get("mailbox_id").asText()).isEqualTo(thread);
    assertThat(job.get("status").asText()).isEqualTo("accepted");
    assertThat(job.get("run_status").asText()).isEqualTo("done");
    assertThat(job.get("run_response").asText()).contains("42");
    assertThat(job.get("origin").asText()).isEqualTo("user");
    assertThat(job.get("attempt_count").asInt()).isOne();
    assertThat(job.get("completed_at").asLong()).isGreaterThan(1_700_000_000_000L);

    assertThat(job.has("claim_token")).isFalse();
  }

  @Test
  @Rows({189, 232})
  void aDelayedJobBlocksItsDuplicatesUntilItIsSuperseded() {
    String thread = create();
    String more = LATER + ",\"agent_id\":\"default\",\"priority\":7,\"dedupe_key\":\"daily\"";
    JsonNode first = push(thread, "1", more).json();

    Answer refused = push(thread, "1", more);
    assertRefused(refused, 409, "duplicate", "dedupe_key");
    assertThat(refused.json().at("/details/job_id")).isEqualTo(first.get("job_id"));
    assertThat(refused.json().at("/details/run_id")).isEqualTo(first.get("run_id"));
    push(thread, "2", LATER);
    JsonNode page = api.get(mailbox(thread) + "?status=queued&limit=1").json();
    assertThat(page.get("total").asInt()).isEqualTo(2);
    String cursor = page.get("next_cursor").asText();
    JsonNode rest = api.get(mailbox(thread) + "?status=queued&cursor=" + cursor).json();
    JsonNode job = rest.at("/items/0");
    assertThat(job.get("job_id")).isEqualTo(first.get("job_id"));
    assertThat(job.at("/messages/0/content/0/text").asText()).isEqualTo("1");
    assertThat(job.get("priority").asInt()).isEqualTo(7);
    assertThat(job.get("dedupe_key").asText()).isEqualTo("daily");
    assertThat(job.get("available_at").asLong() - job.get("created_at").asLong())
        .isEqualTo(600_000);

    JsonNode cleared = api.postJson("/v1/threads/" + thread + "/interrupt", "").json();
    assertThat(cleared.get("superseded_jobs").asInt()).isEqualTo(2);
    assertThat(api.get(mailbox(thread) + "?status=superseded").json().get("total").asInt())
        .isEqualTo(2);
    assertThat(push(thread, "1", more).status()).isEqualTo(201);
    api.postJson("/v1/threads/" + thread + "/interrupt", "");
  }

  @Test
  void aRepeatedRequestWithItsKeyGetsTheSameResponse() {
    String thread = create();
    String body = "{\"payload\":1,\"agent_id\":\"default\"" + LATER + "}";
    String key = "push-" + System.nanoTime();
    JsonNode first = pushOnce(thread, body, key).json();

    assertThat(pushOnce(thread, body, key).json()).isEqualTo(first);
    assertRefused(
        pushOnce(thread, body.replace(":1,", ":2,"), key),
        409,
        "idempotency_conflict",
        "Idempotency-Key");
    assertThat(api.get(mailbox(thread)).json().get("total").asInt()).isOne();
    api.postJson("/v1/threads/" + thread + "/interrupt", "");
  }

  @Test
  @Rows(233)
  void invalidRequestsGetTheirStatusAndField() {
    String thread = create();

    assertShape(push(thread, "null", ""), 400, "payload");
    assertShape(push(thread, "1", ""), 400, "agent_id");
    assertShape(push(thread, "{\"text\":\" \"}", ",\"agent_id\":\"default\""), 400, "payload.text");
    assertShape(push(thread, "1", ",\"agent_id\":\"default\",\"priority\":256"), 400, "priority");
    assertShape(push(thread, "1", ",\"agent_id\":\"default\",\"priority\":\"1\""), 400, "priority");
    assertShape(push(thread, "1", ",\"agent_id\":\"default\",\"delay_ms\":-1"), 400, "delay_ms");
    assertShape(
        push(thread, "1", ",\"agent_id\":\"default\",\"dedupe_key\":\"\""), 400, "dedupe_key");
    assertShape(push(thread, "1", ",\"agent_id\":\"nobody\""), 400, "agent_id");
    assertShape(push(thread, "1", ",\"origin\":\"internal\""), 400, "origin");
    assertShape(push("nothing", "1", ",\"agent_id\":\"default\""), 404, null);
    assertShape(api.get(mailbox("nothing")), 404, null);
    assertShape(api.get(mailbox(thread) + "?status=lost"), 400, "status");
    assertShape(api.get(mailbox(thread) + "?cursor=made-up"), 400, "cursor");
    assertShape(api.get(mailbox(thread) + "?offset=x"), 400, "offset");
    assertShape(api.get(mailbox(thread) + "?limit=x"), 400, "limit");
    assertShape(api.send("DELETE", mailbox(thread), BodyPublishers.noBody()), 405, null);
  }

  @Test
  void onlyDeadLettersCanBeRedriven() {
    String thread = create();
    JsonNode queued = push(thread, "1", ",\"agent_id\":\"default\"" + LATER).json();
    String job = mailbox(thread) + "/" + queued.get("job_id").asText() + "/redrive";

    assertRefused(api.postJson(job, ""), 409, "not_dead", null);
    assertRefused(
        api.postJson(mailbox(thread) + "/nothing/redrive", ""), 404, "job_not_found", null);
    assertShape(api.postJson(mailbox("nothing") + "/x/redrive", ""), 404, null);
    assertShape(api.get(job), 405, null);
    api.postJson("/v1/threads/" + thread + "/interrupt", "");
  }

  private Answer push(String thread, String payload, String more) {
    return api.postJson(mailbox(thread), "{\"payload\":" + payload + more + "}");
  }

  private Answer pushOnce(String thread, String body, String key) {
    return api.send(
        "POST",
        mailbox(thread),
        BodyPublishers.ofString(body),
        "Content-Type",
        "application/json",
        "Idempotency-Key",
        key);
  }

  private static String mailbox(String thread) {
    return "/v1/threads/" + thread + "/mailbox";
  }

  private String create() {
    return api.postJson("/v1/threads", "{}").json().get("id").asText();
  }
}
