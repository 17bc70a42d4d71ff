package io.awaken.http.api.event;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.STRANGER;
import static io.awaken.http.api.run.AskingApi.refusal;
import static io.awaken.http.api.run.AskingApi.wire;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.event.Cursor;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Failures;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.RecordedRun;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.KnownCallers;
import io.awaken.http.security.Refusal;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.open.Streams;
import io.awaken.http.submit.SubmitBeans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The routes of events: answers and errors. */
class EventRoutesTest {

  private static final String PAY =
      """
      {"agent_id":"a","thread_id":"t","mode":"interrupt",
       "messages":[{"role":"user","content":"pay"}]}
      """;

  private final AskingApi api = new AskingApi(AskingNode.APPROVAL);
  private final ManualExecutor executor = new ManualExecutor();
  private final ManualScheduler timer = new ManualScheduler(api.asking.clock);
  private final Streams streams =
      new Streams(
          Hubs.alone(),
          api.asking.node.stores.log(),
          StreamSettings.DEFAULTS,
          new StreamThreads(executor, timer),
          api.asking.clock);

  private RunEventsResource runs(Caller caller) {
    var resource = new RunEventsResource();
    resource.log = api.asking.node.stores.log();
    resource.streams = SubmitBeans.reading(streams);
    resource.security = KnownCallers.of(caller);
    return resource;
  }

  private ThreadEventsResource threads(Caller caller) {
    var resource = new ThreadEventsResource();
    resource.log = api.asking.node.stores.log();
    resource.streams = SubmitBeans.reading(streams);
    resource.security = KnownCallers.of(caller);
    return resource;
  }

  private static String cursor(RunId run, long epoch, long sequence) {
    return EventCursors.of(run).write(new Cursor(epoch, sequence));
  }

  private JsonNode page(RunId run, String cursor, String limit) {
    return wire(runs(ADA).list(run.value(), cursor, limit));
  }

  private JsonNode page(String cursor, String limit) {
    return wire(threads(ADA).list("t", cursor, limit));
  }

  /** The stream of a run that was approved and has ended. */
  private List<JsonNode> done() {
    List<JsonNode> events = new ArrayList<>(parked());
    RunId run = runOf(events);
    String call = api.asking.question(run).callId();
    api.decide(run.value(), "{\"tool_call_id\":\"" + call + "\",\"action\":\"resume\"}");
    events.addAll(api.events(run, page(run, null, "200").get("next_cursor").asText()));
    return events;
  }

  private List<JsonNode> parked() {
    return api.as(ADA).run(PAY);
  }

  private static RunId runOf(List<JsonNode> events) {
    return new RunId(events.getFirst().get("run_id").asText());
  }

  private static List<JsonNode> items(JsonNode page, String... without) {
    List<JsonNode> items = new ArrayList<>();
    page.get("items")
        .forEach(item -> items.add(((ObjectNode) item.deepCopy()).remove(List.of(without))));
    return items;
  }

  private void purge() {
    api.asking.clock.advance(Duration.ofDays(8));
    api.asking.node.stores.log().purge(Duration.ofDays(7), 1_000);
  }

  private static void assertRefused(Runnable request, int status, String code, String field) {
    Refusal refusal = refusal(request);
    assertThat(refusal.status()).isEqualTo(status);
    assertThat(refusal.code()).isEqualTo(code);
    assertThat(refusal.field()).isEqualTo(field);
  }

  @Test
  @Rows({172, 174})
  void aListOfARunHasTheEventsOfItsStream() {
    List<JsonNode> events = done();

    JsonNode page = page(runOf(events), null, "200");

    assertThat(page.at("/items/0/cursor").asText()).isEqualTo(cursor(runOf(events), 1, 1));
    assertThat(page.get("has_more").asBoolean()).isFalse();
    assertThat(items(page, "cursor")).isEqualTo(events);
    JsonNode behind = page(runOf(events), page.get("next_cursor").asText(), null);
    assertThat(behind.get("items")).isEmpty();
    assertThat(behind.get("next_cursor")).isEqualTo(page.get("next_cursor"));
  }

  @Test
  @Rows(232)
  void pagesOfARunJoinWithoutGapOrOverlap() {
    List<JsonNode> events = done();
    RunId run = runOf(events);

    List<JsonNode> paged = new ArrayList<>();
    JsonNode page = page(run, null, "1");
    paged.addAll(items(page, "cursor"));
    while (page.get("has_more").asBoolean()) {
      page = page(run, page.get("next_cursor").asText(), "1");
      paged.addAll(items(page, "cursor"));
    }

    assertThat(paged).isEqualTo(events);
    assertThat(items(page(run, cursor(run, 1, 2), "2"), "cursor")).isEqualTo(events.subList(2, 4));
    assertThat(page(run, null, "0").get("items")).hasSize(1);
  }

  @Test
  @Rows(233)
  @Attacks("S30")
  void aBadListOfARunIsRefused() {
    RunId run = runOf(parked());
    String foreign = EventCursors.of(new RunId("other")).write(new Cursor(1, 1));

    assertRefused(() -> page(run, "made-up", null), 400, "invalid_field", "cursor");
    assertRefused(() -> page(run, foreign, null), 400, "invalid_field", "cursor");
    assertRefused(() -> page(run, cursor(run, 9, 1), null), 400, "invalid_field", "cursor");
    assertRefused(() -> page(run, null, "many"), 400, "invalid_field", "limit");
    assertRefused(() -> page(new RunId("nobody"), null, null), 404, "run_not_found", null);
    assertRefused(() -> runs(STRANGER).list(run.value(), null, null), 404, "run_not_found", null);
    assertRefused(() -> runs(ADA).list("no run", null, null), 404, "run_not_found", null);
  }

  @Test
  @Failures("F39")
  void aDeletedCursorIsRefusedWithTheOldestValidOne() {
    List<JsonNode> events = done();
    RunId run = runOf(events);
    purge();

    JsonNode refused = AskingApi.json(refusal(() -> page(run, null, null)));
    assertThat(refusal(() -> page(run, cursor(run, 1, 2), null)).status()).isEqualTo(410);
    assertThat(refused.get("code").asText()).isEqualTo("cursor_expired");
    String oldest = refused.at("/details/oldest_cursor").asText();
    assertThat(oldest).isEqualTo(cursor(run, 2, events.size()));
    assertThat(page(run, oldest, null).get("items")).isEmpty();

    var stream = new FakeExchange();
    assertRefused(
        () ->
            runs(ADA).stream(
                run.value(), cursor(run, 1, 2), null, null, stream.request(), stream.response()),
        410,
        "cursor_expired",
        "cursor");
    assertThat(stream.resumed()).isZero();
    var end = new Cursor(2, events.size());
    try (var resumed = streams.resume(run, end)) {
      assertThat(resumed.found().orElseThrow().nothingFollows(end)).isTrue();
    }
    assertThat(streams.count()).isZero();
  }

  @Test
  @Failures("F39")
  void aCursorOfAnotherRunIsRefused() {
    List<JsonNode> first = done();
    RunId other = runOf(done());
    List<String> foreign =
        List.of(
            page(runOf(first), null, "2").at("/items/0/cursor").asText(), "1-2", "1-2-abcdef01");

    for (String cursor : foreign) {
      assertRefused(() -> page(other, cursor, null), 400, "invalid_field", "cursor");
      var stream = new FakeExchange();
      assertRefused(
          () ->
              runs(ADA).stream(
                  other.value(), cursor, null, null, stream.request(), stream.response()),
          400,
          "invalid_field",
          "Last-Event-ID");
      assertThat(stream.headers).isEmpty();
    }
    assertThat(streams.count()).isZero();
  }

  @Test
  void aListAfterAnUncommittedEventSkipsNothing() {
    var run = new RecordedRun(new SettableClock());
    run.activateElsewhere(1).says("a").commits().says("x", "y").leaves();
    run.activateElsewhere(2).says("b", "c").commits();

    EventsView page =
        new RunEventsPage(run.id, new Cursor(1, 3), 50)
            .read(at -> run.view(run.id, at, 32).orElseThrow());

    assertThat(page.items())
        .extracting(item -> item.event().cursor().toString())
        .containsExactly("2-2", "2-3");
  }

  @Test
  @Rows({230, 232})
  void aListOfAThreadHasTheEventsOfAllItsRuns() {
    List<JsonNode> events = new ArrayList<>(done());
    events.addAll(done());

    JsonNode all = page(null, "200");
    assertThat(items(all, "cursor")).allMatch(item -> item.hasNonNull("run_id"));
    assertThat(all.get("items").findValuesAsText("seq"))
        .isEqualTo(events.stream().map(event -> event.get("seq").asText()).toList());

    List<JsonNode> paged = new ArrayList<>();
    JsonNode page = page(null, "3");
    paged.addAll(items(page));
    while (page.get("has_more").asBoolean()) {
      page = page(page.get("next_cursor").asText(), "3");
      paged.addAll(items(page));
    }
    assertThat(paged).isEqualTo(items(all));
    for (int i = 0; i < paged.size(); i++) {
      String cursor = paged.get(i).get("cursor").asText();
      assertThat(items(page(cursor, "200"))).isEqualTo(paged.subList(i + 1, paged.size()));
    }
  }

  @Test
  @Rows(233)
  void aBadListOfAThreadIsRefused() {
    RunId run = runOf(parked());
    String ofRun = EventCursors.of(run).write(new Cursor(1, 1));

    assertRefused(() -> page("1-1", null), 400, "invalid_field", "cursor");
    assertRefused(() -> page(ofRun, null), 400, "invalid_field", "cursor");
    assertRefused(() -> page(null, "many"), 400, "invalid_field", "limit");
    assertRefused(() -> threads(ADA).list("nothing", null, null), 404, "thread_not_found", null);
    assertRefused(() -> threads(STRANGER).list("t", null, null), 404, "thread_not_found", null);
  }

  @Test
  @Failures("F39")
  void aThreadListsStoredEventsAndRefusesDeletedCursors() {
    done();
    String old = page(null, "2").get("next_cursor").asText();
    purge();
    RunId young = runOf(done());

    assertThat(page(null, "200").get("items"))
        .allMatch(item -> item.get("run_id").asText().equals(young.value()));
    Refusal refused = refusal(() -> page(old, null));
    assertThat(refused.status()).isEqualTo(410);
    String oldest = AskingApi.json(refused).at("/details/oldest_cursor").asText();
    assertThat(page(oldest, "200")).isEqualTo(page(null, "200"));

    var stream = new FakeExchange();
    assertRefused(
        () -> threads(ADA).stream("t", old, null, null, stream.request(), stream.response()),
        410,
        "cursor_expired",
        "cursor");
    assertThat(streams.count()).isZero();
  }

  @Test
  @Rows({172, 176})
  void aThreadsStreamHasTheSameEventsAndContinuesAfterTheEndOfARun() {
    done();
    JsonNode listed = page(null, "200");
    String from = listed.at("/items/1/cursor").asText();
    var stream = new FakeExchange();

    threads(ADA).stream("t", null, from, null, stream.request(), stream.response());
    stream.output.begin();
    executor.runAll();

    List<JsonNode> items = items(listed);
    assertThat(frames(stream)).isEqualTo(items.subList(2, items.size()));
    assertThat(stream.resumed()).isZero();
    int before = items.size();
    done();
    timer.advance(Duration.ofSeconds(10));
    executor.runAll();
    items = items(page(null, "200"));
    assertThat(frames(stream)).isEqualTo(items.subList(before, items.size()));
    assertThat(streams.count()).isOne();
  }

  /** Frames as items of a list: the id of a frame is the cursor of the item. */
  private static List<JsonNode> frames(FakeExchange exchange) {
    List<JsonNode> frames = new ArrayList<>();
    String id = null;
    for (String line : exchange.output.arrived().lines().toList()) {
      if (line.startsWith("id: ")) {
        id = line.substring(4);
      } else if (line.startsWith("data: ")) {
        var data = (ObjectNode) AskingApi.json(line.substring(6));
        frames.add(data.put("cursor", id));
      }
    }
    return frames;
  }

  @Test
  @Rows(233)
  void aBadStreamOfAThreadIsRefusedBeforeTheFirstByte() {
    parked();
    var stream = new FakeExchange();
    assertRefused(
        () -> threads(ADA).stream("t", "bad", null, null, stream.request(), stream.response()),
        400,
        "invalid_field",
        "Last-Event-ID");
    assertRefused(
        () -> threads(STRANGER).stream("t", null, null, null, stream.request(), stream.response()),
        404,
        "thread_not_found",
        null);
    assertThat(stream.headers).isEmpty();
    for (int i = 0; i < 20; i++) {
      var exchange = new FakeExchange();
      threads(ADA).stream("t", null, null, null, exchange.request(), exchange.response());
    }
    assertRefused(
        () -> threads(ADA).stream("t", null, null, null, stream.request(), stream.response()),
        429,
        "too_many_streams",
        null);
  }
}
