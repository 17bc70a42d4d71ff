package io.awaken.http.api.event;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.wire;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.event.ThreadLogView;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.TestNode;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.KnownCallers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Event lists of a thread with several runs of several callers. */
class ThreadEventListsTest {

  private static final ThreadId T = new ThreadId("t");

  private final AskingApi api = new AskingApi(AskingNode.APPROVAL);
  private final EventLog log = api.asking.node.stores.log();

  /** A run that waits for a decision. */
  private RunId pay(Caller caller) {
    return api.asking.ask(T.value(), caller);
  }

  private JsonNode page(Caller caller, String cursor, String limit) {
    var resource = new ThreadEventsResource();
    resource.log = log;
    resource.security = KnownCallers.of(caller);
    return wire(resource.list(T.value(), cursor, limit));
  }

  private static List<JsonNode> items(JsonNode page) {
    List<JsonNode> items = new ArrayList<>();
    page.get("items").forEach(items::add);
    return items;
  }

  @Test
  void anAnonymousCallerDoesNotSeeEventsOfNamedCallersRuns() {
    RunId nobodys = pay(Caller.ANONYMOUS);
    RunId adas = pay(ADA);

    JsonNode all = page(ADA, null, null);
    JsonNode page = page(Caller.ANONYMOUS, null, null);

    assertThat(all.get("items").findValuesAsText("run_id")).contains(adas.value());
    assertThat(page.get("items").findValuesAsText("run_id"))
        .isNotEmpty()
        .containsOnly(nobodys.value());
    assertThat(page.get("has_more").asBoolean()).isFalse();
    JsonNode behind = page(Caller.ANONYMOUS, page.get("next_cursor").asText(), null);
    assertThat(behind.get("items")).isEmpty();
  }

  @Test
  void aCallerThatSeesLittleOfALongThreadGetsShortPagesInFewQueries() {
    var crowded = new CrowdedLog(1_000);
    var pages = new ArrayList<JsonNode>();
    String cursor = null;
    do {
      var resource = new ThreadEventsResource();
      resource.log = crowded;
      resource.security = KnownCallers.of(Caller.ANONYMOUS);
      pages.add(wire(resource.list(T.value(), cursor, null)));
      cursor = pages.getLast().get("next_cursor").asText();
      assertThat(crowded.queries()).isLessThanOrEqualTo(8);
    } while (pages.getLast().get("has_more").asBoolean());

    assertThat(pages).hasSizeBetween(2, 5);
    assertThat(pages.stream().flatMap(page -> items(page).stream()))
        .singleElement()
        .satisfies(item -> assertThat(item.get("run_id").asText()).isEqualTo("nobodys"));
    assertThat(pages.toString()).doesNotContain("adas");
  }

  @Test
  void aListContinuesFromTheCursorOfALiveStreamWithoutRepeatingEvents() {
    RunId waits = pay(ADA);
    RunId behind = api.asking.node.enqueue(TestNode.request("t", "x").by(ADA)).runId();
    api.asking.node.canceller.cancel(behind, ADA);
    String call = api.asking.question(waits).callId();
    api.decide(waits.value(), "{\"tool_call_id\":\"" + call + "\",\"action\":\"resume\"}");
    api.asking.goOn();
    ThreadLogView view = log.view(T, ThreadPosition.START, 100).orElseThrow();
    Segment end = view.page().getLast().segment();
    var has = new Cursor(end.epoch(), end.lastSequence());
    long place = view.page().getFirst().place();
    String ahead = EventCursors.of(T).write(ThreadPosition.at(place).within(waits, has));

    List<JsonNode> paged = new ArrayList<>();
    JsonNode page = page(ADA, ahead, "1");
    paged.addAll(items(page));
    while (page.get("has_more").asBoolean()) {
      page = page(ADA, page.get("next_cursor").asText(), "1");
      paged.addAll(items(page));
    }

    assertThat(paged).isNotEmpty();
    assertThat(paged).allMatch(item -> item.get("run_id").asText().equals(behind.value()));
    assertThat(paged).isEqualTo(items(page(ADA, ahead, "200")));
    assertThat(paged.getLast().get("event_type").asText()).isEqualTo("run_finish");
  }
}
