package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.stream.Delegate;
import io.awaken.http.stream.DelegatePlaces;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes protocol events as frames: an id for reconnecting, and one line of JSON that is generated
 * into the frame. For one thread at a time.
 */
final class EventWriter {

  private static final byte[] ID = ascii("id: ");
  private static final byte[] LINE_DATA = ascii("\ndata: ");
  private static final byte[] DATA = ascii("data: ");
  private static final byte[] END = ascii("\n\n");

  private final FramePosition place;
  private final Delegate delegate;
  private OutputStream out = OutputStream.nullOutputStream();
  private Cursor at;
  private Cursor own;
  private DelegatePlaces open = DelegatePlaces.NONE;
  private long timestamp;
  private int frame;
  private boolean muted;

  /** The fields of an event after its type. */
  @FunctionalInterface
  interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  /**
   * @param place the reader's position
   */
  EventWriter(FramePosition place) {
    this(place, null);
  }

  /**
   * @param delegate whose events are written; null for those of the run
   */
  EventWriter(FramePosition place, Delegate delegate) {
    this.place = place;
    this.delegate = delegate;
  }

  /**
   * Writes the next frames for an event of the run, or of the delegate.
   *
   * @param behind the position in the run
   * @param delegates what the reader has of delegates then
   */
  void of(StreamEvent event, Cursor behind, DelegatePlaces delegates, OutputStream to) {
    out = to;
    own = behind;
    open = delegates;
    at = event.cursor();
    timestamp = event.timestamp().toEpochMilli();
    frame = 0;
  }

  /** Writes the next frames without an id: no client resumes from them. */
  void withoutId(OutputStream to) {
    out = to;
    at = null;
  }

  /** The client's id of a call of the run: those of a delegate are prefixed with its run. */
  String call(String id) {
    return delegate == null || id == null ? id : delegate.runId() + ":" + id;
  }

  /** Writes the next frames without an id where another writes. */
  void beside(EventWriter other) {
    withoutId(other.out);
  }

  /** Suppresses all output while true. */
  void mute(boolean now) {
    muted = now;
  }

  void event(String type, Fields fields) throws IOException {
    if (muted || alreadyRead()) {
      return;
    }
    if (at == null) {
      out.write(DATA);
    } else {
      out.write(ID);
      out.write(ascii(id()));
      out.write(LINE_DATA);
    }
    body(type, fields);
  }

  /**
   * Writes an event with texts only. Not for events of each token: it allocates.
   *
   * @param fields names and values in turn; a null value is omitted
   */
  void texts(String type, String... fields) throws IOException {
    event(
        type,
        json -> {
          for (int i = 0; i < fields.length; i += 2) {
            if (fields[i + 1] != null) {
              json.writeStringField(fields[i], fields[i + 1]);
            }
          }
        });
  }

  /** Writes an event without a counterpart in the protocol. */
  void custom(String name, Fields value) throws IOException {
    event(
        "CUSTOM",
        json -> {
          json.writeStringField("name", name);
          json.writeObjectFieldStart("value");
          value.write(json);
          json.writeEndObject();
        });
  }

  /** Writes the event that completes the group of the current one. */
  void last(Cursor cursor, String type, Fields fields) throws IOException {
    if (muted || alreadyRead()) {
      return;
    }
    out.write(ID);
    out.write(ascii(cursor + suffix()));
    out.write(LINE_DATA);
    body(type, fields);
  }

  /** Whether the reader already has the next frame; counts it. */
  private boolean alreadyRead() {
    if (at == null) {
      return false;
    }
    frame++;
    if (delegate != null) {
      return frame <= place.framesOf(delegate.path(), at.sequence());
    }
    return at.sequence() == place.from().sequence() + 1 && frame <= place.frames();
  }

  private String id() {
    return delegate == null
        ? FramePosition.id(at, frame) + suffix()
        : FramePosition.id(own, open, delegate.path(), at, frame);
  }

  /** Empty without open delegates. */
  private String suffix() {
    return open.at().isEmpty() ? "" : open.toString();
  }

  private void body(String type, Fields fields) throws IOException {
    try (JsonGenerator json = ProtocolJson.generator(out)) {
      json.writeStartObject();
      json.writeStringField("type", type);
      fields.write(json);
      if (delegate != null && !type.startsWith("SUBAGENT_")) {
        json.writeStringField("subagentRunId", delegate.runId().value());
      }
      if (at != null) {
        json.writeNumberField("timestamp", timestamp);
      }
      json.writeEndObject();
    }
    out.write(END);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
