package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.http.json.ProtocolJson;
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
  private OutputStream out = OutputStream.nullOutputStream();
  private Cursor at;
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
    this.place = place;
  }

  /** Writes the next frames for an event of the run. */
  void of(StreamEvent event, OutputStream to) {
    out = to;
    at = event.cursor();
    timestamp = event.timestamp().toEpochMilli();
    frame = 0;
  }

  /** Writes the next frames without an id: no client resumes from them. */
  void withoutId(OutputStream to) {
    out = to;
    at = null;
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
      out.write(ascii(FramePosition.id(at, frame)));
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
    out.write(ascii(cursor.toString()));
    out.write(LINE_DATA);
    body(type, fields);
  }

  /** Whether the reader already has the next frame; counts it. */
  private boolean alreadyRead() {
    if (at == null) {
      return false;
    }
    frame++;
    return at.sequence() == place.from().sequence() + 1 && frame <= place.frames();
  }

  private void body(String type, Fields fields) throws IOException {
    try (JsonGenerator json = ProtocolJson.generator(out)) {
      json.writeStartObject();
      json.writeStringField("type", type);
      fields.write(json);
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
