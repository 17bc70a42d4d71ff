package io.awaken.http.api.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.awaken.core.run.Caller;
import io.awaken.fixture.FakeExchange;
import io.awaken.http.stream.open.Streams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A client of a native stream with delegates, which comes back with the id of its last frame. */
final class DelegateReader {

  private static final ObjectMapper JSON = new JsonMapper();

  private final boolean wholeThread;
  private final List<JsonNode> events = new ArrayList<>();
  private final List<String> ids = new ArrayList<>();
  private FakeExchange exchange;

  /**
   * @param wholeThread whether it reads the thread {@code t}; otherwise the run {@code parent}
   */
  DelegateReader(boolean wholeThread) {
    this.wholeThread = wholeThread;
  }

  /** Connects behind its last event; false when nothing follows. */
  boolean connect(Streams node) {
    exchange = new FakeExchange();
    String last = ids.isEmpty() ? null : ids.getLast();
    var request = exchange.request();
    var response = exchange.response();
    if (wholeThread) {
      EventsApi.ofThreads(node, Caller.ANONYMOUS).stream(
          "t", last, null, "true", request, response);
    } else {
      EventsApi.ofRuns(node, Caller.ANONYMOUS).stream(
          "parent", last, null, "true", request, response);
    }
    if (exchange.answered() == null) {
      exchange.output.begin();
    }
    return exchange.answered() == null;
  }

  /** Breaks the connection and forgets the frames after these. */
  void drop(int frames) {
    exchange.output.breakConnection();
    events.subList(frames, events.size()).clear();
    ids.subList(frames, ids.size()).clear();
  }

  /** Reads what arrived. */
  DelegateReader read() {
    for (String frame : exchange.output.arrived().split("\n\n")) {
      String id = field("id: ", frame);
      if (id != null) {
        take(id, json(field("data: ", frame)));
      }
    }
    return this;
  }

  private void take(String id, JsonNode event) {
    if (event.path("event_type").asText().equals("reset")) {
      long last = event.get("seq").asLong();
      for (int i = events.size() - 1; i >= 0; i--) {
        if (run(events.get(i)).equals(event.get("run_id").asText())
            && events.get(i).get("seq").asLong() > last) {
          events.remove(i);
          ids.remove(i);
        }
      }
      return;
    }
    events.add(event);
    ids.add(id);
  }

  private static String field(String name, String frame) {
    return frame
        .lines()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()))
        .findFirst()
        .orElse(null);
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String run(JsonNode event) {
    return event.path("run_id").asText("parent");
  }

  List<JsonNode> events() {
    return events;
  }

  /** Breaks the connection; the next one sends this. */
  void comeBackWith(String cursor) {
    exchange.output.breakConnection();
    ids.set(ids.size() - 1, cursor);
  }

  String lastId() {
    return ids.getLast();
  }

  /** The events of a run, each once and in order, as texts. */
  List<String> of(String run) {
    return events.stream()
        .filter(event -> run(event).equals(run))
        .map(
            event ->
                event.get("seq").asLong()
                    + " "
                    + event.path("delta").asText(event.get("event_type").asText()))
        .toList();
  }

  boolean ended() {
    return exchange.resumed() > 0;
  }
}
