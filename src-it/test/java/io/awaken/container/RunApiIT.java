package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.container.ApiClient.Answer;
import io.awaken.container.ApiClient.Events;
import io.awaken.fixture.Rows;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The run routes, with success and each of their errors. */
class RunApiIT extends BuiltArchiveTest {

  private static final String SUM = "What is 6 * 7?";
  private static final String SAYING = "\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]";

  @Test
  @Rows({230, 231, 232})
  void theRunsOfAThreadAreListedNewestFirstFilteredAndPaged() {
    String thread = create();
    List<String> created = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      created.add(run(asking("default", SUM, in(thread))).getFirst().data().get("run_id").asText());
    }
    String ofThread = "/v1/threads/" + thread + "/runs";

    Answer all = api.get("/v1/runs?thread_id=" + thread);
    assertThat(all.status()).isEqualTo(200);
    assertThat(ids(all)).containsExactlyElementsOf(created.reversed());
    assertThat(all.json().get("total").asInt()).isEqualTo(3);
    assertThat(all.json().get("has_more").asBoolean()).isFalse();
    assertThat(all.json().at("/items/0/status").asText()).isEqualTo("done");
    assertThat(all.json().at("/items/0/termination_code").asText()).isEqualTo("natural_end");
    assertThat(all.json().at("/items/0/job_id").asText()).isNotEmpty();
    assertThat(ids(api.get(ofThread))).isEqualTo(ids(all));
    assertThat(ids(api.get(ofThread + "?status=waiting"))).isEmpty();
    String narrow = "/v1/runs?status=done&agent_id=default&thread_id=" + thread;
    Answer first = api.get(narrow + "&limit=2");
    Answer second = api.get(narrow + "&cursor=" + first.json().get("next_cursor").asText());
    List<String> paged = new ArrayList<>(ids(first));
    paged.addAll(ids(second));
    assertThat(paged).isEqualTo(ids(all));
    assertThat(ids(api.get(narrow + "&offset=2"))).containsExactly(created.getFirst());
    assertThat(ids(api.get(narrow + "&parent_run_id=" + created.getFirst()))).isEmpty();
    assertThat(api.get(ofThread + "/latest").json().get("run_id").asText())
        .isEqualTo(created.getLast());
    assertThat(api.get(ofThread + "/active").text()).isEqualTo("{\"active_run\":null}");
  }

  @Test
  void aBadListGets400AndItsFieldAndAMissingResource404() {
    String thread = create();
    String ofThread = "/v1/threads/" + thread + "/runs";
    for (String list : List.of("/v1/runs", ofThread)) {
      assertShape(api.get(list + "?status=over"), 400, "status");
      assertShape(api.get(list + "?limit=many"), 400, "limit");
      assertShape(api.get(list + "?offset=10001"), 400, "offset");
      assertShape(api.get(list + "?cursor=made-up"), 400, "cursor");
    }
    assertShape(api.get("/v1/runs?agent_id=a%20b"), 400, "agent_id");
    assertShape(api.get("/v1/runs?thread_id=a%20b"), 400, "thread_id");
    assertShape(api.get("/v1/runs?parent_run_id=a%20b"), 400, "parent_run_id");
    assertRefused(api.get(ofThread + "/latest"), 404, "run_not_found", null);
    for (String route : List.of("", "/latest", "/active")) {
      assertShape(api.get("/v1/threads/nothing/runs" + route), 404, null);
      assertShape(api.postJson(ofThread + route, "{}"), 405, null);
    }
  }

  @Test
  @Rows(231)
  void aBackgroundRunGetsAnImmediateResponseAndCanBeAwaited() {
    String body = asking("default", SUM, ",\"background\":true");

    Answer accepted = begin(body, "bg-" + System.nanoTime());

    assertThat(accepted.status()).isEqualTo(202);
    assertThat(accepted.header("content-type")).startsWith("application/json");
    assertThat(accepted.json().get("status").asText()).isEqualTo("running");
    String run = accepted.json().get("run_id").asText();
    Answer ended = api.get("/v1/runs/" + run + "/wait?timeout_ms=15000");
    assertThat(ended.status()).isEqualTo(200);
    assertThat(ended.header("retry-after")).isEmpty();
    assertThat(ended.json().get("status").asText()).isEqualTo("done");
    assertThat(ended.json().get("final_output").asText()).contains("42");
    assertThat(ended.json().get("job_id")).isEqualTo(accepted.json().get("job_id"));
    assertThat(api.get("/v1/runs/" + run + "/wait").json()).isEqualTo(ended.json());
  }

  @Test
  void aRepeatedRequestWithItsKeyReturnsTheSameRunAndADifferentOneIsRefused() {
    String key = "same-" + System.nanoTime();
    String body = asking("default", SUM, ",\"background\":true");
    JsonNode first = begin(body, key).json();

    assertThat(begin(body, key).json().get("run_id")).isEqualTo(first.get("run_id"));
    assertRefused(
        begin(asking("default", LONG, ",\"background\":true"), key),
        409,
        "idempotency_conflict",
        "Idempotency-Key");
    assertShape(begin(body, "two words"), 400, "Idempotency-Key");
    api.get("/v1/runs/" + first.get("run_id").asText() + "/wait");
    String thread = "/v1/threads/" + first.get("thread_id").asText();
    assertThat(api.send("DELETE", thread, BodyPublishers.noBody()).status()).isEqualTo(204);
    assertRefused(begin(body, key), 410, "run_deleted", "Idempotency-Key");
  }

  @Test
  void aWaitThatTimesOutReturnsTheCurrentRun() {
    try (Events events = api.run(asking("default", LONG))) {
      String run = events.next().data().get("run_id").asText();
      String wait = "/v1/runs/" + run + "/wait?timeout_ms=";

      Answer early = api.get(wait + "1");
      assertThat(early.status()).isEqualTo(200);
      assertThat(early.header("retry-after")).isEqualTo("0");
      assertThat(early.json().get("status").asText()).isEqualTo("running");
      api.postJson("/v1/runs/" + run + "/cancel", "");
      assertThat(api.get(wait + "15000").json().get("termination_code").asText())
          .isEqualTo("cancelled");

      assertShape(api.get(wait + "soon"), 400, "timeout_ms");
      assertShape(api.get("/v1/runs/nothing/wait"), 404, null);
      assertShape(api.postJson("/v1/runs/" + run + "/wait", "{}"), 405, null);
    }
  }

  @Test
  @Rows({230, 231})
  void aMessageToAThreadIsQueuedInterruptsOrIsRefused() {
    String thread = create();
    try (Events events = api.run(asking("default", LONG, in(thread)))) {
      String live = events.next().data().get("run_id").asText();
      String active = "/v1/threads/" + thread + "/runs/active";
      assertThat(api.get(active).json().at("/active_run/run_id").asText()).isEqualTo(live);

      Answer busy = post(thread, SUM, "reject");
      assertRefused(busy, 409, "thread_busy", null);
      assertThat(busy.json().at("/details/run_id").asText()).isEqualTo(live);
      Answer steered = input(live, SUM, ",\"mode\":\"resume_open_run\"");
      assertThat(steered.status()).isEqualTo(202);
      assertThat(steered.json().get("status").asText()).isEqualTo("inputs_accepted");
      assertThat(steered.json().get("accepted_run_id").asText()).isEqualTo(live);
      Answer queued = post(thread, SUM, "queue");
      assertThat(queued.status()).isEqualTo(202);
      assertThat(queued.json().get("status").asText()).isEqualTo("queued");
      assertThat(queued.json().get("job_id").asText()).isNotEmpty();

      Answer next = post(thread, SUM, "interrupt");
      assertThat(next.status()).isEqualTo(202);
      assertThat(awaited(live).get("termination_code").asText()).isEqualTo("cancelled");
      assertThat(awaited(queued.json().get("run_id").asText()).get("status").asText())
          .isEqualTo("done");
      assertThat(awaited(next.json().get("run_id").asText()).get("termination_code").asText())
          .isEqualTo("natural_end");
    }
  }

  @Test
  void inputToAnEndedRunStartsANewRunOfItsAgent() {
    String thread = create();
    String over = run(asking("default", SUM, in(thread))).getFirst().data().get("run_id").asText();

    Answer sent = input(over, SUM, "");

    assertThat(sent.status()).isEqualTo(202);
    String next = sent.json().get("accepted_run_id").asText();
    assertThat(sent.json().get("run_id").asText()).isEqualTo(over).isNotEqualTo(next);
    assertThat(awaited(next).get("agent_id").asText()).isEqualTo("default");
    assertRefused(input(over, SUM, ",\"mode\":\"resume_open_run\""), 409, "no_open_run", null);
  }

  @Test
  @Rows(233)
  void invalidMessagesGetTheirStatusAndField() {
    String thread = create();
    String messages = "/v1/threads/" + thread + "/messages";
    String over = run(asking("default", SUM, in(thread))).getFirst().data().get("run_id").asText();
    String inputs = "/v1/runs/" + over + "/inputs";

    for (String route : List.of(messages, inputs)) {
      assertShape(api.postJson(route, ""), 400, null);
      assertShape(api.postJson(route, "{}"), 400, "messages");
      assertShape(
          api.postJson(route, "{\"messages\":[{\"role\":\"tool\",\"content\":\"x\"}]}"),
          400,
          "messages[0].role");
      assertShape(
          api.postJson(route, "{" + SAYING.formatted("x") + ",\"mode\":\"shout\"}"), 400, "mode");
      assertShape(
          api.send("POST", route, BodyPublishers.ofString("x"), "Content-Type", "text/plain"),
          415,
          null);
    }
    assertShape(api.get(inputs), 405, null);
    String body = "{" + SAYING.formatted("x") + "}";
    assertShape(api.postJson("/v1/threads/nothing/messages", body), 404, null);
    assertShape(api.postJson("/v1/runs/nothing/inputs", body), 404, null);
    assertShape(api.postJson("/v1/threads/" + create() + "/messages", body), 400, "agent_id");
    assertShape(
        api.postJson("/v1/runs", asking("default", SUM, ",\"priority\":1")), 400, "priority");
    assertShape(
        api.postJson("/v1/runs", asking("default", SUM, ",\"background\":true,\"delay_ms\":-1")),
        400,
        "delay_ms");
    assertShape(
        api.send(
            "POST",
            "/v1/runs",
            BodyPublishers.ofString(asking("default", SUM)),
            "Content-Type",
            "application/json",
            "Accept",
            "application/json"),
        406,
        null);
  }

  @Test
  void anAnonymousCallerIsNoOperator() {
    for (String route :
        List.of("/v1/runs/summary", "/v1/mailbox", "/v1/system/info", "/v1/system/modules")) {
      assertShape(api.get(route), 401, null);
      assertShape(api.postJson(route, "{}"), 405, null);
    }
  }

  private Answer begin(String body, String key) {
    return api.send(
        "POST",
        "/v1/runs",
        BodyPublishers.ofString(body),
        "Content-Type",
        "application/json",
        "Idempotency-Key",
        key);
  }

  private Answer post(String thread, String text, String mode) {
    String body = "{" + SAYING.formatted(text) + ",\"mode\":\"" + mode + "\"}";
    return api.postJson("/v1/threads/" + thread + "/messages", body);
  }

  private Answer input(String run, String text, String more) {
    String body = "{" + SAYING.formatted(text) + more + "}";
    return api.postJson("/v1/runs/" + run + "/inputs", body);
  }

  private JsonNode awaited(String run) {
    return api.get("/v1/runs/" + run + "/wait?timeout_ms=15000").json();
  }

  private String create() {
    return api.postJson("/v1/threads", "{}").json().get("id").asText();
  }

  private static String in(String thread) {
    return ",\"thread_id\":\"" + thread + "\"";
  }

  private static List<String> ids(Answer answer) {
    return StreamSupport.stream(answer.json().get("items").spliterator(), false)
        .map(item -> item.get("run_id").asText())
        .toList();
  }
}
