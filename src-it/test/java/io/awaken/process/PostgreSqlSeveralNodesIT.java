package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * Two servers on one database. They poll and renew leases so rarely that anything that one learns
 * in time about the other's runs was pushed to it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
@Nightly("starts two servers")
class PostgreSqlSeveralNodesIT {

  /** Far below the interval of renewals. */
  private static final Duration SOON = Duration.ofSeconds(10);

  private static final int WORDS = 300;

  @AutoClose private final PostgreSql postgres = new PostgreSql();
  private ServerProcess first;
  private ServerProcess second;
  private Api owner;
  private Api other;

  @BeforeAll
  void startTwo() throws Exception {
    Workplace at = Workplace.of(getClass());
    Documents documents = at.documents();
    documents.agent("slow", 100, Turns.says(Turns.words(WORDS)));
    documents.agent(
        "talks", 100, Turns.asksForTheWeather(Turns.words(80)), Turns.says("So much for Bern."));
    documents.guarded(
        "asks",
        Map.of("default_behavior", "ask"),
        Turns.calls("get_weather", Map.of("city", "Bern")),
        Turns.says("Now you know."));
    documents.agent(
        "careful",
        Map.of(
            "model_id",
            "careful",
            "expose",
            "mcp",
            "plugin_ids",
            List.of("permission"),
            "sections",
            Map.of("permission", Map.of("default_behavior", "ask"))),
        0,
        Turns.calls("get_weather", Map.of("city", "Bern")),
        Turns.says("Now you know."));
    Map<String, String> settings = new HashMap<>(postgres.settings());
    settings.put("awaken.mailbox.lease", "PT5M");
    settings.put("awaken.mailbox.renew", "PT90S");
    settings.put("awaken.mailbox.poll", "PT90S");
    settings.put("awaken.mailbox.sweep", "PT90S");
    first = Servers.start(at, settings);
    second = Servers.start(at, settings);
    owner = new Api(first.port());
    other = new Api(second.port());
  }

  @AfterAll
  void stop() {
    for (AutoCloseable each : new AutoCloseable[] {owner, other, first, second}) {
      close(each);
    }
  }

  private static void close(AutoCloseable opened) {
    try {
      if (opened != null) {
        opened.close();
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aReaderOnTheOtherNodeReceivesUncommittedWordsAndCancels() throws Exception {
    try (EventStream here = owner.run("slow")) {
      String run = here.until(frame -> frame.is("run_start")).getFirst().field("run_id");
      try (EventStream there = other.events(run)) {
        List<Frame> received = there.until(frame -> frame.field("delta").contains("word20"));
        assertThat(received).filteredOn(frame -> frame.is("text_delta")).hasSizeGreaterThan(10);

        long requested = System.nanoTime();
        assertThat(other.answer("POST", "v1/runs/" + run + "/cancel", "").statusCode())
            .isEqualTo(202);

        assertThat(end(there)).isEqualTo("cancelled");
        assertThat(end(here)).isEqualTo("cancelled");
        assertThat(Duration.ofNanos(System.nanoTime() - requested)).isLessThan(SOON);
        assertThat(there.readToEnd()).isEqualTo(here.readToEnd());
      }
    }
  }

  @Test
  void anInterruptOnTheOtherNodeStopsTheRunHere() throws Exception {
    try (EventStream here = owner.run("slow")) {
      Frame start = here.until(frame -> frame.is("run_start")).getFirst();
      here.until(frame -> frame.field("delta").contains("word3"));

      long requested = System.nanoTime();
      String thread = "v1/threads/" + start.field("thread_id");
      assertThat(other.answer("POST", thread + "/interrupt", "").statusCode()).isEqualTo(202);

      assertThat(end(here)).isEqualTo("cancelled");
      assertThat(Duration.ofNanos(System.nanoTime() - requested)).isLessThan(SOON);
    }
  }

  /** The run reads the message between two steps; the scripted model then restarts its script. */
  @Test
  void aMessageOnTheOtherNodeReachesTheRunHere() throws Exception {
    try (EventStream here = owner.run("talks")) {
      Frame start = here.until(frame -> frame.is("run_start")).getFirst();
      here.until(frame -> frame.field("delta").contains("word3"));

      var posted = post(other, start, "steer", "In Celsius, please.");

      assertThat(posted.statusCode()).as(posted.body()).isEqualTo(202);
      assertThat(AskedRun.json(posted).path("run_id").asText()).isEqualTo(start.field("run_id"));
      assertThat(end(here)).isEqualTo("natural_end");
      JsonNode messages = messages(start);
      assertThat(messages.findValuesAsText("role"))
          .containsExactly("user", "assistant", "tool", "user", "assistant", "tool", "assistant");
      assertThat(messages.get(3).toString()).contains("In Celsius, please.");
    }
  }

  @Test
  void aDecisionOnTheOtherNodeResumesTheRunHere() throws Exception {
    AskedRun run = AskedRun.begin(owner, "asks");
    try (EventStream until = owner.events(run.id())) {
      assertThat(end(until)).isEqualTo("suspended");
    }

    long requested = System.nanoTime();
    var yes = run.decision("resume").put("decision_id", "yes");
    var answer = run.decide(other, yes);

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
    try (EventStream here = owner.events(run.id())) {
      here.until(frame -> frame.is("run_finish") && termination(frame).equals("natural_end"));
    }
    assertThat(Duration.ofNanos(System.nanoTime() - requested)).isLessThan(SOON);
    assertThat(run.decide(owner, yes).body()).isEqualTo(answer.body());
  }

  @Test
  @Rows(1125)
  void anMcpSessionOpenedHereWorksOnTheOtherNode() throws Exception {
    try (var client = new McpCaller(null)) {
      client.begin(first.port());
      JsonNode result;
      try (EventStream here = client.call(first.port(), 1, "careful")) {
        Frame question = here.until(McpCaller::isQuestion).getLast();
        try (EventStream there = client.resume(second.port(), question.id())) {
          client.approve(second.port(), question.json());

          result = McpCaller.result(there);
          assertThat(McpCaller.result(here)).isEqualTo(result);
        }
      }
      assertThat(result.get("id").asInt()).isOne();
      assertThat(result.at("/result/content/0/text").asText()).isEqualTo("Now you know.");
      assertThat(client.ask(second.port(), 2, "tools/list", "{}").at("/result/tools")).hasSize(1);
      try (EventStream again = client.call(second.port(), 1, "careful")) {
        assertThat(McpCaller.result(again)).isEqualTo(result);
      }
    }
  }

  @Test
  void anInterruptingMessageOnTheOtherNodeRunsAfterTheRunHereHasStopped() throws Exception {
    try (EventStream here = owner.run("slow")) {
      Frame start = here.until(frame -> frame.is("run_start")).getFirst();
      here.until(frame -> frame.field("delta").contains("word3"));

      long requested = System.nanoTime();
      JsonNode next = AskedRun.json(post(other, start, "interrupt", "Never mind."));

      assertThat(next.path("status").asText()).isEqualTo("queued");
      assertThat(end(here)).isEqualTo("cancelled");
      try (EventStream there = owner.events(next.path("run_id").asText())) {
        there.until(frame -> frame.field("delta").contains("word3"));
        assertThat(Duration.ofNanos(System.nanoTime() - requested)).isLessThan(SOON);
      }
      stop(start);
    }
  }

  @Test
  void aQueuedMessageOnTheOtherNodeRunsWhenTheRunHereEnds() throws Exception {
    try (EventStream here = owner.run("slow")) {
      Frame start = here.until(frame -> frame.is("run_start")).getFirst();
      JsonNode next = AskedRun.json(post(other, start, "queue", "And then?"));
      assertThat(next.path("status").asText()).isEqualTo("queued");

      long stopped = System.nanoTime();
      String run = "v1/runs/" + start.field("run_id");
      assertThat(other.answer("POST", run + "/cancel", "").statusCode()).isEqualTo(202);

      assertThat(end(here)).isEqualTo("cancelled");
      try (EventStream there = other.events(next.path("run_id").asText())) {
        there.until(frame -> frame.field("delta").contains("word3"));
        assertThat(Duration.ofNanos(System.nanoTime() - stopped)).isLessThan(SOON);
      }
      stop(start);
    }
  }

  private static HttpResponse<String> post(Api node, Frame start, String mode, String text)
      throws Exception {
    String body =
        "{\"mode\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]}"
            .formatted(mode, text);
    return node.answer("POST", "v1/threads/" + start.field("thread_id") + "/messages", body);
  }

  private JsonNode messages(Frame start) throws Exception {
    String thread = "v1/threads/" + start.field("thread_id") + "/messages";
    return AskedRun.json(owner.answer("GET", thread, "")).path("messages");
  }

  /** Stops the thread's runs so that none is left after the test. */
  private void stop(Frame start) throws Exception {
    String thread = "v1/threads/" + start.field("thread_id");
    assertThat(owner.answer("POST", thread + "/interrupt", "").statusCode()).isEqualTo(202);
  }

  /** The termination of the run. */
  private static String end(EventStream stream) throws InterruptedException {
    return termination(stream.until(frame -> frame.is("run_finish")).getLast());
  }

  private static String termination(Frame finish) {
    return finish.json().at("/termination/type").asText();
  }
}
