package io.awaken.http.api.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.http.api.json.NativeJson;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.StreamItem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The native event stream: each event is one frame with its cursor as id and the event as one line
 * of JSON (features rows 169-172). Keeps no state, so one encoder serves all streams of a run.
 */
public final class StreamEventEncoder implements StreamEncoder {

  /** For the OpenAPI document. */
  public static final String DESCRIPTION =
      """
      Server-sent events. `id` is the cursor of an event; `data` is one line of JSON: an \
      `AgentEvent` with `seq`, its number in the run, `timestamp`, and `tags` where it has any. \
      An `event_type` `reset` revokes the events after its `cursor`. Frames named \
      `reconnect` and `resync` ask the client to reconnect with their `cursor`.\
      """;

  /** The encoding of every run's native stream. */
  public static final StreamEncoding ENCODING = StreamEncoding.stateless(StreamEventEncoder::new);

  private static final byte[] ID = ascii("id: ");
  private static final byte[] DATA = ascii("\ndata: ");
  private static final byte[] END = ascii("\n\n");

  private final RunCursors cursors;

  /**
   * @param runId the run whose events these are
   */
  public StreamEventEncoder(RunId runId) {
    cursors = RunCursors.of(runId);
  }

  @Override
  public void encode(StreamItem item, OutputStream out) throws IOException {
    switch (item) {
      case StreamItem.Event event -> event(event.event(), out);
      case StreamItem.Reset reset -> reset(reset.cursor(), out);
      case StreamItem.Reconnect reconnect -> goodbye("reconnect", reconnect.cursor(), out);
      case StreamItem.Resync resync -> goodbye("resync", resync.cursor(), out);
      case StreamItem.OfThread of -> encode(of.item(), out);
    }
  }

  private void event(StreamEvent placed, OutputStream out) throws IOException {
    frame(placed.cursor(), out);
    try (JsonGenerator json = NativeJson.generator(out)) {
      json.writeStartObject();
      EventFields.write(placed, json);
      json.writeEndObject();
    }
    out.write(END);
  }

  private void reset(Cursor cursor, OutputStream out) throws IOException {
    frame(cursor, out);
    try (JsonGenerator json = NativeJson.generator(out)) {
      json.writeStartObject();
      json.writeStringField("event_type", "reset");
      json.writeStringField("cursor", cursors.write(cursor));
      json.writeEndObject();
    }
    out.write(END);
  }

  private void goodbye(String name, Cursor cursor, OutputStream out) throws IOException {
    out.write(ascii("event: " + name + "\n"));
    frame(cursor, out);
    out.write(ascii("{\"cursor\":\"" + cursors.write(cursor) + "\"}\n\n"));
  }

  private void frame(Cursor cursor, OutputStream out) throws IOException {
    out.write(ID);
    out.write(ascii(cursors.write(cursor)));
    out.write(DATA);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
