package io.awaken.http.stream.open;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.FakeExchange;
import java.util.ArrayList;
import java.util.List;

/**
 * A client that builds a document from a stream, loses its connection when a test says so, and
 * reconnects with the cursor of its last event.
 */
final class ReconnectingClient {

  private final NumberedBlocks protocol;
  private final List<JsonNode> document = new ArrayList<>();

  /** The document's messages after each event of this connection. */
  private final List<Integer> cuts = new ArrayList<>();

  private FakeExchange exchange;
  private JsonNode end;
  private boolean asked;

  ReconnectingClient(NumberedBlocks protocol) {
    this.protocol = protocol;
  }

  /** Connects after its last event; false when nothing follows. */
  boolean connect(Streams node, RunId run) {
    connected();
    try (var resumed = node.resume(run, at());
        var place = node.reserve(Caller.ANONYMOUS)) {
      if (resumed.found().orElseThrow().nothingFollows(at())) {
        return false;
      }
      place.open(resumed, protocol, exchange.request(), exchange.response());
    }
    exchange.output.begin();
    return true;
  }

  /** The same for a whole thread. */
  void connect(Streams node, ThreadId thread) {
    connected();
    ThreadPosition from =
        document.isEmpty() ? ThreadPosition.START : NumberedBlocks.position(document.getLast());
    try (var resumed = node.resume(thread, from, Caller.ANONYMOUS);
        var place = node.reserve(Caller.ANONYMOUS)) {
      place.open(resumed, protocol, exchange.request(), exchange.response());
    }
    exchange.output.begin();
  }

  private void connected() {
    exchange = new FakeExchange();
    cuts.clear();
    asked = false;
  }

  private Cursor at() {
    return document.isEmpty() ? Cursor.START : NumberedBlocks.cursor(document.getLast());
  }

  /** Reads arrived frames. */
  void read() {
    for (JsonNode message : protocol.messages(exchange.output.arrived())) {
      switch (message.get("method").asText()) {
        case "reset" -> forget(message.get("params"));
        case "end" -> end = message;
        case "reconnect", "resync" -> asked = true;
        default -> add(message);
      }
    }
  }

  private void forget(JsonNode reset) {
    long sequence = Cursor.parse(reset.get("cursor").asText()).orElseThrow().sequence();
    document.removeIf(
        message ->
            message.at("/params/run").equals(reset.get("run"))
                && NumberedBlocks.cursor(message).sequence() > sequence);
    cuts.clear();
  }

  private void add(JsonNode message) {
    boolean same = !document.isEmpty() && place(document.getLast()).equals(place(message));
    document.add(message);
    if (same && !cuts.isEmpty()) {
      cuts.removeLast();
    }
    cuts.add(document.size());
  }

  private static String place(JsonNode message) {
    return message.at("/params/run").asText() + message.at("/params/cursor").asText();
  }

  /** Events that it got on this connection. */
  int events() {
    return cuts.size();
  }

  /** Breaks its connection; keeps this many of its events, at least one. */
  void drop(int events) {
    exchange.output.breakConnection();
    if (!cuts.isEmpty()) {
      int size = cuts.get(Math.clamp(events, 1, cuts.size()) - 1);
      document.subList(size, document.size()).clear();
    }
  }

  /** Whether the server has ended the stream. */
  boolean ended() {
    return exchange.resumed() > 0;
  }

  /** Whether it was asked to reconnect. */
  boolean asked() {
    return asked;
  }

  List<JsonNode> document() {
    return NumberedBlocks.withoutPlaces(document);
  }

  /** The protocol's last message, if the stream was complete. */
  JsonNode end() {
    return end;
  }
}
