package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.container.ApiClient.Answer;
import io.awaken.container.ApiClient.Events;
import io.awaken.container.ApiClient.Frame;
import io.awaken.fixture.Failures;
import io.awaken.fixture.OnWildFly;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The native API of a server with the demo model. */
@OnWildFly
class NativeApiIT extends BuiltArchiveTest {

  @Test
  void agentsShowIdDescriptionAndModelOnly() {
    Answer agents = api.get("/v1/agents");

    assertThat(agents.status()).isEqualTo(200);
    assertThat(agents.header("content-type")).startsWith("application/json");
    assertThat(agents.json().get("items")).isNotEmpty();
    agents
        .json()
        .get("items")
        .forEach(
            agent ->
                assertThat(Set.of("id", "description", "model"))
                    .containsAll(
                        agent.properties().stream()
                            .map(field -> field.getKey())
                            .collect(Collectors.toSet())));
    assertThat(agents.text()).doesNotContain("prompt");
  }

  @Test
  void aThreadIsCreatedWithALocationAndReadBackThere() {
    Answer created =
        api.postJson("/v1/threads", "{\"title\":\"Trip\",\"resourceId\":\"customer/7\"}");
    assertThat(created.status()).isEqualTo(201);
    String id = created.json().get("id").asText();
    assertThat(created.header("location")).endsWith("/v1/threads/" + id);

    Answer read = api.get("/v1/threads/" + id);

    assertThat(read.status()).isEqualTo(200);
    assertThat(read.json()).isEqualTo(created.json());
    assertThat(read.json().at("/metadata/title").asText()).isEqualTo("Trip");
    assertThat(read.json().get("resource_id").asText()).isEqualTo("customer/7");
    assertThat(read.json().at("/metadata/created_at").asLong()).isGreaterThan(1_700_000_000_000L);
  }

  @Test
  void aThreadMayHaveAnExistingParent() {
    String parent = api.postJson("/v1/threads", "{}").json().get("id").asText();

    Answer child = api.postJson("/v1/threads", "{\"parent_thread_id\":\"" + parent + "\"}");

    assertThat(child.status()).isEqualTo(201);
    assertThat(child.json().get("parent_thread_id").asText()).isEqualTo(parent);
  }

  @Test
  void aRunStreamsItsEventsInOrderUnderItsOwnHeaders() {
    try (Events events = api.run(ask("What is the weather in Bern?"))) {
      assertThat(events.status()).isEqualTo(200);
      assertThat(events.header("content-type")).startsWith("text/event-stream");
      assertThat(events.header("cache-control")).isEqualTo("no-cache, no-transform");
      assertThat(events.header("x-accel-buffering")).isEqualTo("no");

      List<Frame> frames = events.toEnd();

      assertThat(frames.getFirst().type()).isEqualTo("run_start");
      assertThat(frames.getLast().type()).isEqualTo("run_finish");
      assertThat(frames).extracting(Frame::type).contains("tool_call_done", "text_delta");
      for (int i = 0; i < frames.size(); i++) {
        assertThat(frames.get(i).data().get("seq").asInt()).isEqualTo(i + 1);
        assertThat(frames.get(i).id()).matches("\\d+-" + (i + 1) + "-[0-9a-f]{8}");
      }
    }
  }

  @Test
  void wordsArriveWhileTheModelIsGenerating() {
    try (Events events = api.run(ask(LONG))) {
      Frame first = nextOf(events, "text_delta");
      Instant firstRead = Instant.now();
      List<Frame> rest = events.toEnd();
      Instant lastRead = Instant.now();

      Duration generated = Duration.between(at(first), at(rest.getLast()));
      Duration received = Duration.between(firstRead, lastRead);
      assertThat(received).isGreaterThan(generated.dividedBy(2));
    }
  }

  @Test
  void aFinishedRunIsReadBackWithItsMessages() {
    Frame finish = finishOf(ask("What is 6 * 7?"));
    String run = finish.data().get("run_id").asText();
    String thread = finish.data().get("thread_id").asText();

    Answer record = api.get("/v1/runs/" + run);
    assertThat(record.status()).isEqualTo(200);
    assertThat(record.json().get("status").asText()).isEqualTo("done");
    assertThat(record.json().at("/termination_reason/type").asText()).isEqualTo("natural_end");
    assertThat(record.json().get("final_output").asText())
        .isEqualTo(finish.data().at("/result/response").asText());
    assertThat(record.json().get("created_at").asLong()).isLessThan(100_000_000_000L);

    Answer messages = api.get("/v1/threads/" + thread + "/messages");
    assertThat(messages.json().get("messages").get(0).get("role").asText()).isEqualTo("user");
    assertThat(messages.json().get("has_more").asBoolean()).isFalse();
    assertThat(messages.json().get("total").asInt())
        .isEqualTo(messages.json().get("messages").size());
  }

  @Test
  void messagesArePagedByACursor() {
    String thread = finishOf(ask("What is 1 + 1?")).data().get("thread_id").asText();
    String path = "/v1/threads/" + thread + "/messages";
    Answer all = api.get(path);

    Answer first = api.get(path + "?limit=1");
    assertThat(first.json().get("messages")).hasSize(1);
    assertThat(first.json().get("has_more").asBoolean()).isTrue();
    String cursor = first.json().get("next_cursor").asText();
    Answer second = api.get(path + "?limit=1&cursor=" + cursor);

    assertThat(second.json().at("/messages/0")).isEqualTo(all.json().at("/messages/1"));
    assertThat(api.get(path + "?visibility=all&cursor=" + cursor).status()).isEqualTo(400);
  }

  @Test
  @Failures("F38")
  void aStreamIsReplayedUnchangedAndResumesAfterTheLastEventId() {
    List<Frame> live;
    try (Events events = api.run(ask("What is the weather in Rome?"))) {
      live = events.toEnd();
    }
    String run = live.getLast().data().get("run_id").asText();

    try (Events replay = api.events(run)) {
      assertThat(replay.toEnd()).isEqualTo(live);
    }
    try (Events behind = api.events(run, "Last-Event-ID", live.get(2).id())) {
      assertThat(behind.toEnd()).isEqualTo(live.subList(3, live.size()));
    }
    assertThat(api.get("/v1/runs/" + run + "/events/stream?cursor=" + live.getLast().id()).status())
        .isEqualTo(204);
  }

  @Test
  @Failures("F42")
  void aReaderReconnectsToTheRunningStream() {
    Frame seen;
    try (Events events = api.run(ask(LONG))) {
      seen = nextOf(events, "text_delta");
    }
    String run = runningRun;

    try (Events again = api.events(run, "Last-Event-ID", seen.id())) {
      List<Frame> rest = again.toEnd();

      assertThat(rest.getFirst().data().get("seq").asInt())
          .isEqualTo(seen.data().get("seq").asInt() + 1);
      assertThat(rest.getLast().type()).isEqualTo("run_finish");
    }
  }

  @Test
  @Failures("F27")
  void aCancelledRunReportsItInItsStreamAndAfterwards() {
    try (Events events = api.run(ask(LONG))) {
      nextOf(events, "text_delta");
      Answer cancelled = api.postJson("/v1/runs/" + runningRun + "/cancel", "");

      assertThat(cancelled.status()).isEqualTo(202);
      assertThat(cancelled.json().get("status").asText()).isEqualTo("cancel_requested");
      List<Frame> rest = events.toEnd();
      assertThat(rest.getLast().data().at("/termination/type").asText()).isEqualTo("cancelled");
    }

    Answer again = api.postJson("/v1/runs/" + runningRun + "/cancel", "");
    assertThat(again.status()).isEqualTo(202);
    assertThat(again.json().get("status").asText()).isEqualTo("already_done");
  }

  @Test
  void aThreadWithAnOpenRunRefusesAnotherInModeReject() {
    try (Events events = api.run(ask(LONG))) {
      nextOf(events, "text_delta");

      Answer second =
          api.postJson(
              "/v1/runs",
              "{\"agent_id\":\"default\",\"mode\":\"reject\",\"thread_id\":\""
                  + runningThread
                  + "\",\"messages\":[{\"role\":\"user\",\"content\":\"me too\"}]}");

      assertThat(second.status()).isEqualTo(409);
      assertThat(second.json().get("code").asText()).isEqualTo("thread_busy");
      events.toEnd();
    }
  }

  private String runningRun;
  private String runningThread;

  /** Reads up to the first event of a type, and stores the ids of its run and thread. */
  private Frame nextOf(Events events, String type) {
    for (Frame frame = events.next(); frame != null; frame = events.next()) {
      if (frame.type().equals("run_start")) {
        runningRun = frame.data().get("run_id").asText();
        runningThread = frame.data().get("thread_id").asText();
      }
      if (frame.type().equals(type)) {
        return frame;
      }
    }
    throw new AssertionError("the stream ended without " + type);
  }

  private Frame finishOf(String request) {
    try (Events events = api.run(request)) {
      return events.toEnd().getLast();
    }
  }

  private static Instant at(Frame frame) {
    return Instant.parse(frame.data().get("timestamp").asText());
  }

  private static String ask(String text) {
    return "{\"agent_id\":\"default\",\"messages\":[{\"role\":\"user\",\"content\":\""
        + text
        + "\"}]}";
  }
}
