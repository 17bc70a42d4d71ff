package io.awaken.store.database.bus;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Hint;
import io.awaken.core.event.Segment;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Hints as notification payloads: JSON in ASCII, so that one character is one byte in every
 * database encoding and unpaired surrogates survive. Unreadable payloads, for example of newer
 * nodes, are ignored.
 */
final class HintText {

  /** PostgreSQL allows less than 8,000 bytes. */
  static final int MAX = 7_900;

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private final String head;

  /**
   * @param node identifies this node's payloads; an id without quotes
   */
  HintText(String node) {
    this.head = "{\"node\":\"" + node + "\",\"hints\":[";
  }

  /**
   * A received payload.
   *
   * @param node the sender
   * @param hints the readable hints
   */
  record Payload(String node, List<Hint> hints) {}

  private enum Kind {
    WORK,
    QUEUED,
    STORED,
    FOLLOWING,
    TAIL,
    WATCHING,
    TURNED,
    MISSED
  }

  /** Any hint; unused fields are null. Nodes of other versions read the names of the fields. */
  private record Line(
      Kind kind,
      String of,
      Boolean is,
      Long epoch,
      Long from,
      Long to,
      @JsonProperty("said") Segment events) {

    static Line of(Kind kind, String id) {
      return new Line(kind, id, null, null, null, null, null);
    }
  }

  /** Returns as few payloads as possible, in order. */
  List<String> write(Collection<Hint> hints) {
    var lines = new ArrayList<String>();
    hints.forEach(hint -> add(hint, lines));
    var payloads = new ArrayList<String>();
    var payload = new StringBuilder(head);
    for (String line : lines) {
      if (payload.length() + line.length() + 2 > MAX) {
        payloads.add(payload.append("]}").toString());
        payload = new StringBuilder(head);
      }
      payload.append(payload.length() == head.length() ? "" : ",").append(line);
    }
    if (!lines.isEmpty()) {
      payloads.add(payload.append("]}").toString());
    }
    return payloads;
  }

  /** A long tail is truncated; an event that does not fit is left to the log. */
  private void add(Hint hint, List<String> lines) {
    String line = line(hint);
    if (head.length() + line.length() + 2 <= MAX) {
      lines.add(line);
    } else if (hint instanceof Hint.Tail tail) {
      var events = tail.events();
      int half = events.size() / 2;
      if (half == 0) {
        add(tail.with(List.of()), lines);
      } else {
        add(tail.with(events.subList(0, half)), lines);
        add(tail.with(events.subList(half, events.size())), lines);
      }
    }
  }

  private static String line(Hint hint) {
    try {
      return MAPPER.writeValueAsString(
          switch (hint) {
            case Hint.Work work -> Line.of(Kind.WORK, null);
            case Hint.Queued queued ->
                new Line(
                    Kind.QUEUED, queued.thread().key(), queued.taken(), null, null, null, null);
            case Hint.Stored stored -> Line.of(Kind.STORED, stored.run().value());
            case Hint.Following following ->
                new Line(
                    Kind.FOLLOWING,
                    following.run().value(),
                    null,
                    following.at().epoch(),
                    following.at().sequence(),
                    null,
                    null);
            case Hint.Tail tail ->
                new Line(
                    Kind.TAIL,
                    tail.run().value(),
                    tail.closed(),
                    tail.epoch(),
                    tail.begun(),
                    tail.committed(),
                    tail.events().isEmpty() ? null : Segment.join(tail.events()));
            case Hint.Watching watching -> Line.of(Kind.WATCHING, watching.thread().key());
            case Hint.Turned turned -> Line.of(Kind.TURNED, turned.thread().key());
            case Hint.Missed missed -> Line.of(Kind.MISSED, null);
          });
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "a hint cannot be written as JSON: " + e.getOriginalMessage());
    }
  }

  /** Returns the hints; empty for payloads of other applications. */
  static Optional<Payload> read(String payload) {
    try {
      JsonNode json = MAPPER.readTree(payload);
      var hints = new ArrayList<Hint>();
      json.path("hints").forEach(line -> hint(line).ifPresent(hints::add));
      String node = json.path("node").textValue();
      return node == null ? Optional.empty() : Optional.of(new Payload(node, hints));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  private static Optional<Hint> hint(JsonNode json) {
    try {
      Line line = MAPPER.treeToValue(json, Line.class);
      return Optional.of(
          switch (line.kind()) {
            case WORK -> new Hint.Work();
            case QUEUED -> new Hint.Queued(ThreadId.ofKey(line.of()), line.is());
            case STORED -> new Hint.Stored(new RunId(line.of()));
            case FOLLOWING ->
                new Hint.Following(new RunId(line.of()), new Cursor(line.epoch(), line.from()));
            case TAIL -> tail(line);
            case WATCHING -> new Hint.Watching(ThreadId.ofKey(line.of()));
            case TURNED -> new Hint.Turned(ThreadId.ofKey(line.of()));
            case MISSED -> new Hint.Missed();
          });
    } catch (JsonProcessingException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private static Hint.Tail tail(Line line) {
    return new Hint.Tail(
        new RunId(line.of()),
        line.epoch(),
        line.from(),
        line.to(),
        line.is(),
        line.events() == null ? List.of() : line.events().eventsAfter(0));
  }
}
