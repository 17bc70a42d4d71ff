package io.awaken.protocol.agui.event;

import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.http.stream.DelegatePlaces;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamItem;
import io.awaken.protocol.agui.event.AguiEncoding.Connection;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;

/**
 * Writes the events of a run as AG-UI events: a state machine for one reader that tracks what is
 * open on the wire (features row 240). The first event is {@code RUN_STARTED}, the last {@code
 * RUN_FINISHED} or {@code RUN_ERROR}, and nothing is open then.
 */
final class AguiEncoder implements StreamEncoder {

  private final RunId run;
  private final AguiEncoding.Reading reading;
  private final Connection connection;
  private final EventWriter events;
  private final RunTranslation translation;
  private boolean before;
  private boolean ended;

  AguiEncoder(RunId run, AguiEncoding.Reading reading, Connection connection) {
    this.run = run;
    this.reading = reading;
    this.connection = connection;
    events = new EventWriter(reading.place());
    translation = new RunTranslation(run == null ? "run" : run.value(), reading, events);
    before = reading.start() > 0;
    events.mute(before);
  }

  @Override
  public void begin(OutputStream out) throws IOException {
    events.withoutId(out);
    events.mute(false);
    if (connection.begin()) {
      runStarted(reading.names(), run, events);
      if (reading.snapshot()) {
        translation.correct(Set.of());
      }
    }
    Set<String> active = connection.takeReset();
    if (active != null && !ended) {
      translation.correct(active);
    }
    events.mute(before);
  }

  @Override
  public boolean over() {
    return ended || connection.ended();
  }

  @Override
  public void encode(StreamItem item, OutputStream out) throws IOException {
    if (over()) {
      return;
    }
    if (!(item instanceof StreamItem.WithDelegates with)) {
      encode(item, DelegatePlaces.NONE, out);
    } else if (with.of() == null) {
      encode(with.item(), with.open(), out);
    } else if (with.of().path().getFirst() > reading.start()) {
      // Others belong to an earlier protocol run.
      translation.write(with, out);
    }
  }

  private void encode(StreamItem item, DelegatePlaces open, OutputStream out) throws IOException {
    switch (item) {
      case StreamItem.Event event -> event(event.event(), open, out);
      case StreamItem.Reset reset -> reset(out);
      case StreamItem.Reconnect reconnect -> interrupted("reconnect", out);
      case StreamItem.Resync resync -> interrupted("resync", out);
      case StreamItem.WithDelegates with -> throw new IllegalArgumentException("within another");
      case StreamItem.OfThread of -> throw new IllegalArgumentException("not of a run");
    }
  }

  private void event(StreamEvent placed, DelegatePlaces open, OutputStream out) throws IOException {
    long sequence = placed.cursor().sequence();
    if (before && sequence > reading.start()) {
      before = false;
      events.mute(false);
      translation.enter();
    }
    if (reading.place().foreign(placed.cursor())) {
      interrupted("reset", out);
      return;
    }
    events.of(placed, placed.cursor(), open, out);
    boolean last = translation.write(placed);
    ended = last && !before;
    if (sequence > reading.place().from().sequence()) {
      connection.wrote();
    }
  }

  private void reset(OutputStream out) throws IOException {
    if (!connection.known()) {
      interrupted("reset", out);
      return;
    }
    events.withoutId(out);
    connection.reset(translation.close());
  }

  /** The stream ends before the run. */
  private void interrupted(String why, OutputStream out) throws IOException {
    connection.end();
    events.withoutId(out);
    events.mute(false);
    String message = "the stream ends here and the run continues; reconnect to continue reading";
    events.texts("RUN_ERROR", "message", message, "code", why);
  }

  /**
   * Writes the first event of a run: its ids, and the server's capabilities.
   *
   * @param run the run of the server; null for none
   */
  static void runStarted(RunNames names, RunId run, EventWriter events) throws IOException {
    events.event(
        "RUN_STARTED",
        json -> {
          json.writeStringField("threadId", names.threadId());
          json.writeStringField("runId", names.runId());
          if (names.parentRunId() != null) {
            json.writeStringField("parentRunId", names.parentRunId());
          }
          if (names.dialect().current()) {
            json.writeStringField("protocolVersion", Dialect.VERSION);
          }
          if (run != null) {
            json.writeObjectFieldStart("metadata");
            json.writeStringField("awakenRunId", run.value());
            json.writeEndObject();
          }
        });
  }
}
