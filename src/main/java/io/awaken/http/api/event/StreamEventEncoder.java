package io.awaken.http.api.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.http.api.request.QueryValues;
import io.awaken.http.json.NativeJson;
import io.awaken.http.stream.Delegate;
import io.awaken.http.stream.DelegatePlaces;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.StreamItem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The native event stream: each event is one frame with its cursor as id and the event as one line
 * of JSON (features rows 169-172). Keeps no state, so one encoder serves all streams of a run or
 * thread.
 */
public final class StreamEventEncoder implements StreamEncoder {

  /** For the OpenAPI document. */
  public static final String DESCRIPTION =
      """
      Server-sent events. `id` is the cursor of an event; `data` is one line of JSON: an \
      `AgentEvent` with `seq`, its number in the run, `timestamp`, and `tags` where it has any. \
      An `event_type` `reset` revokes the events after its `cursor`. Frames named \
      `reconnect` and `resync` ask the client to reconnect with their `cursor`. With \
      `delegates=true` events of delegates have their `run_id` and a `delegate`.\
      """;

  /** What the query parameter {@code delegates} of streams does. */
  public static final String DELEGATES =
      "Whether the stream also has the events of delegates, each with its `delegate`.";

  /** The encoding of every run's native stream without delegates. */
  public static final StreamEncoding ENCODING = StreamEncoding.stateless(StreamEventEncoder::new);

  private static final String PARAMETER = "delegates";
  private static final byte[] ID = ascii("id: ");
  private static final byte[] DATA = ascii("\ndata: ");
  private static final byte[] END = ascii("\n\n");

  private final EventCursors<Cursor> ofRun;
  private final EventCursors<ThreadPosition> ofThread;

  /** Encodes the events of a run. */
  public StreamEventEncoder(RunId run) {
    ofRun = EventCursors.of(run);
    ofThread = null;
  }

  /** Encodes the events of all runs of a thread, each with its run. */
  StreamEventEncoder(ThreadId thread) {
    ofRun = null;
    ofThread = EventCursors.of(thread);
  }

  /**
   * The encoding of a new run's native stream.
   *
   * @param delegates the query parameter {@code delegates}
   * @throws io.awaken.http.security.RefusedException 400 when it is neither true nor false
   */
  public static StreamEncoding encoding(String delegates) {
    return QueryValues.flag(PARAMETER, delegates)
        ? StreamEncoding.stateless(StreamEventEncoder::new, DelegatePlaces.NONE)
        : ENCODING;
  }

  /** The encoding of a returning reader of a run, with its cursor. */
  static StreamEncoding encoding(String delegates, RunId run, String lastEventId, String query) {
    return encoding(
        delegates, new StreamEventEncoder(run), EventCursors.of(run), lastEventId, query);
  }

  /** The encoding of a reader of a thread, with its cursor. */
  static StreamEncoding encoding(
      String delegates, ThreadId thread, String lastEventId, String query) {
    return encoding(
        delegates, new StreamEventEncoder(thread), EventCursors.of(thread), lastEventId, query);
  }

  private static <P> StreamEncoding encoding(
      String delegates,
      StreamEventEncoder encoder,
      EventCursors<P> cursors,
      String lastEventId,
      String query) {
    return StreamEncoding.stateless(
        run -> encoder,
        QueryValues.flag(PARAMETER, delegates)
            ? cursors
                .read(lastEventId, query)
                .map(EventCursors.Read::delegates)
                .orElse(DelegatePlaces.NONE)
            : null);
  }

  @Override
  public void encode(StreamItem item, OutputStream out) throws IOException {
    StreamItem own = item instanceof StreamItem.OfThread of ? of.item() : item;
    var with = own instanceof StreamItem.WithDelegates all ? all : null;
    DelegatePlaces places = with == null ? DelegatePlaces.NONE : with.open();
    StreamItem plain = with == null ? own : with.item();
    Delegate delegate = with == null ? null : with.of();
    if (item instanceof StreamItem.OfThread of) {
      encode(plain, of.run(), delegate, ofThread.write(of.at(), places), out);
    } else {
      encode(plain, null, delegate, ofRun.write(item.cursor(), places), out);
    }
  }

  private static void encode(
      StreamItem item, RunId of, Delegate delegate, String cursor, OutputStream out)
      throws IOException {
    RunId run = delegate == null ? of : delegate.runId();
    switch (item) {
      case StreamItem.Event event -> {
        frame(cursor, out);
        try (JsonGenerator json = NativeJson.generator(out)) {
          json.writeStartObject();
          EventFields.write(run, event.event(), json);
          if (delegate != null) {
            EventFields.write(delegate, json);
          }
          json.writeEndObject();
        }
        out.write(END);
      }
      case StreamItem.Reset reset -> {
        frame(cursor, out);
        reset(reset, run, delegate, cursor, out);
        out.write(END);
      }
      case StreamItem.Reconnect reconnect -> goodbye("reconnect", cursor, out);
      case StreamItem.Resync resync -> goodbye("resync", cursor, out);
      case StreamItem.WithDelegates with -> throw new IllegalArgumentException("of delegates");
      case StreamItem.OfThread within -> throw new IllegalArgumentException("within a thread");
    }
  }

  /** Makes the reader discard the run's events after a cursor or sequence number. */
  private static void reset(
      StreamItem.Reset reset, RunId run, Delegate delegate, String cursor, OutputStream out)
      throws IOException {
    try (JsonGenerator json = NativeJson.generator(out)) {
      json.writeStartObject();
      json.writeStringField("event_type", "reset");
      if (run != null) {
        json.writeStringField("run_id", run.value());
        json.writeNumberField("seq", reset.cursor().sequence());
      }
      if (delegate != null) {
        EventFields.write(delegate, json);
      }
      json.writeStringField("cursor", cursor);
      json.writeEndObject();
    }
  }

  private static void goodbye(String name, String cursor, OutputStream out) throws IOException {
    out.write(ascii("event: " + name + "\n"));
    frame(cursor, out);
    out.write(ascii("{\"cursor\":\"" + cursor + "\"}\n\n"));
  }

  private static void frame(String cursor, OutputStream out) throws IOException {
    out.write(ID);
    out.write(ascii(cursor));
    out.write(DATA);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
