package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.container.ApiClient.Answer;
import io.awaken.container.ApiClient.Events;
import io.awaken.container.ApiClient.Frame;
import io.awaken.fixture.Rows;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The event routes, with success and each of their errors. */
class EventApiIT extends BuiltArchiveTest {

  @Test
  @Rows({172, 174, 232})
  void theListOfARunPagesThroughItsEvents() {
    String thread = create();
    List<Frame> stream = converse(thread);
    String path = "/v1/runs/" + runOf(stream) + "/events";

    List<JsonNode> items = new ArrayList<>();
    Answer page = api.get(path + "?limit=3");
    assertThat(page.status()).isEqualTo(200);
    page.json().get("items").forEach(items::add);
    while (page.json().get("has_more").asBoolean()) {
      page = api.get(path + "?limit=3&cursor=" + page.json().get("next_cursor").asText());
      page.json().get("items").forEach(items::add);
    }

    assertThat(items).hasSameSizeAs(stream);
    for (int i = 0; i < items.size(); i++) {
      assertThat(items.get(i).get("cursor").asText()).isEqualTo(stream.get(i).id());
      assertThat(items.get(i).get("event_type")).isEqualTo(stream.get(i).data().get("event_type"));
      assertThat(items.get(i).get("seq").asInt()).isEqualTo(i + 1);
    }
    assertThat(items.getLast().at("/result/response").asText()).isNotBlank();
  }

  @Test
  @Rows({172, 175})
  void theStreamOfAThreadContinuesWithTheNextRunAndIsResumedByItsIds() {
    String thread = create();
    converse(thread);
    Answer listed = api.get("/v1/threads/" + thread + "/events?limit=200");
    assertThat(listed.status()).isEqualTo(200);
    JsonNode items = listed.json().get("items");
    String second = items.get(1).get("cursor").asText();

    try (Events events = api.stream("/v1/threads/" + thread + "/events/stream?cursor=" + second)) {
      assertThat(events.status()).isEqualTo(200);
      for (int i = 2; i < items.size(); i++) {
        Frame frame = events.next();
        assertThat(frame.id()).isEqualTo(items.get(i).get("cursor").asText());
        assertThat(frame.data().get("run_id")).isEqualTo(items.get(i).get("run_id"));
      }
      List<Frame> next = converse(thread);
      List<Frame> received = new ArrayList<>();
      while (received.size() < next.size()) {
        received.add(events.next());
      }
      assertThat(received.stream().map(frame -> frame.data().get("event_type")).toList())
          .isEqualTo(next.stream().map(frame -> frame.data().get("event_type")).toList());
    }
  }

  @Test
  @Rows({175, 233})
  void invalidReadsGetTheirStatusAndField() {
    String thread = create();
    String run = runOf(converse(thread));
    String ofThread =
        api.get("/v1/threads/" + thread + "/events?limit=1").json().get("next_cursor").asText();

    for (String path : List.of("/v1/runs/nobody/events", "/v1/threads/nobody/events")) {
      assertShape(api.get(path), 404, null);
      assertShape(api.get(path + "/stream"), 404, null);
    }
    for (String path : List.of("/v1/runs/" + run, "/v1/threads/" + thread)) {
      assertShape(api.get(path + "/events?cursor=made-up"), 400, "cursor");
      assertShape(api.get(path + "/events/stream?cursor=made-up"), 400, "cursor");
      assertShape(api.get(path + "/events?limit=many"), 400, "limit");
      assertShape(api.postJson(path + "/events", "{}"), 405, null);
      assertShape(
          api.get(path + "/events/stream", "Last-Event-ID", "made-up"), 400, "Last-Event-ID");
    }
    assertShape(api.get("/v1/runs/" + run + "/events?cursor=" + ofThread), 400, "cursor");
    String other = create();
    assertShape(api.get("/v1/threads/" + other + "/events?cursor=" + ofThread), 400, "cursor");
    assertThat(api.get("/v1/threads/" + other + "/events").json().get("items")).isEmpty();
  }

  private String create() {
    return api.postJson("/v1/threads", "{}").json().get("id").asText();
  }

  private static String runOf(List<Frame> frames) {
    return frames.getFirst().data().get("run_id").asText();
  }

  private List<Frame> converse(String thread) {
    return run(asking("default", "What is 6 * 7?", ",\"thread_id\":\"" + thread + "\""));
  }
}
