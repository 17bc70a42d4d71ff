package io.awaken.http.api.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.http.api.json.NativeJson;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamItem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The events of a whole thread: those of a run's stream, with the run and a cursor of the thread.
 */
final class ThreadEventEncoder implements StreamEncoder {

  private final ThreadCursors cursors;

  ThreadEventEncoder(ThreadId threadId) {
    cursors = ThreadCursors.of(threadId);
  }

  @Override
  public void encode(StreamItem item, OutputStream out) throws IOException {
    if (!(item instanceof StreamItem.OfThread of)) {
      throw new IllegalArgumentException("not of a thread: " + item.getClass());
    }
    String id = cursors.write(of.at());
    switch (of.item()) {
      case StreamItem.Event event -> event(of.run(), event.event(), id, out);
      case StreamItem.Reset reset -> reset(of.run(), reset.cursor().sequence(), id, out);
      case StreamItem.Reconnect reconnect -> goodbye("reconnect", id, out);
      case StreamItem.Resync resync -> goodbye("resync", id, out);
      case StreamItem.OfThread within -> encode(within, out);
    }
  }

  private static void event(RunId run, StreamEvent event, String id, OutputStream out)
      throws IOException {
    frame(id, out);
    try (JsonGenerator json = NativeJson.generator(out)) {
      json.writeStartObject();
      EventItem.write(run, event, json);
      json.writeEndObject();
    }
    out.write(ascii("\n\n"));
  }

  /** Makes the reader discard the run's events after a sequence number. */
  private static void reset(RunId run, long sequence, String id, OutputStream out)
      throws IOException {
    frame(id, out);
    try (JsonGenerator json = NativeJson.generator(out)) {
      json.writeStartObject();
      json.writeStringField("event_type", "reset");
      json.writeStringField("run_id", run.value());
      json.writeNumberField("seq", sequence);
      json.writeStringField("cursor", id);
      json.writeEndObject();
    }
    out.write(ascii("\n\n"));
  }

  private static void goodbye(String name, String id, OutputStream out) throws IOException {
    out.write(ascii("event: " + name + "\n"));
    frame(id, out);
    out.write(ascii("{\"cursor\":\"" + id + "\"}\n\n"));
  }

  private static void frame(String id, OutputStream out) throws IOException {
    out.write(ascii("id: " + id + "\ndata: "));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
