package io.awaken.protocol.events;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.StreamItem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Encodes the events of a run for a reader of a protocol. */
public final class EncodedRun {

  public static final RunId RUN = new RunId("run-1");
  public static final String THREAD = "thread-1";

  private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

  private EncodedRun() {}

  /** One stream with all events. */
  public static String whole(StreamEncoding encoding, List<AgentEvent> events) {
    return after(encoding, events, 0);
  }

  /** The stream of a reader that has the first {@code has} events. */
  public static String after(StreamEncoding encoding, List<AgentEvent> events, int has) {
    var out = new ByteArrayOutputStream();
    try {
      StreamEncoder encoder = encoding.encoder(RUN);
      List<StreamItem> items = items(events);
      for (StreamItem item : items.subList(0, has)) {
        encoder.encode(item, OutputStream.nullOutputStream());
      }
      encoder.begin(out);
      for (StreamItem item : items.subList(has, items.size())) {
        encoder.encode(item, out);
      }
      encoder.end(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /**
   * The streams of a client that reads until the run is suspended, and reconnects after the
   * decision.
   *
   * @param streams the events of each stream
   */
  public static List<String> each(
      Supplier<StreamEncoding> encodings, List<List<AgentEvent>> streams) {
    var before = new ArrayList<AgentEvent>();
    var out = new ArrayList<String>();
    for (List<AgentEvent> stream : streams) {
      int has = before.size();
      before.addAll(stream);
      out.add(after(encodings.get(), before, has));
    }
    return out;
  }

  /** The events with their cursors. */
  public static List<StreamItem> items(List<AgentEvent> events) {
    var items = new ArrayList<StreamItem>(events.size());
    for (int i = 0; i < events.size(); i++) {
      items.add(new StreamItem.Event(new StreamEvent(new Cursor(1, i + 1L), AT, events.get(i)), 0));
    }
    return items;
  }
}
