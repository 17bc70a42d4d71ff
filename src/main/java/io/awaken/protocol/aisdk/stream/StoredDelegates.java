package io.awaken.protocol.aisdk.stream;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.event.Segment;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.core.store.event.EventLog;
import io.awaken.http.stream.Delegate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the parts of delegates into stored messages, from the events of their runs: as the streams
 * of the message left them. None for a run whose events were deleted. For one page of messages.
 */
public final class StoredDelegates {

  /** Maximum number of runs of a page, and of reads of each. */
  private static final int MAX_RUNS = 32;

  private static final int MAX_READS = 16;
  private static final int SEGMENTS = 64;

  private final EventLog log;
  private int runs;

  public StoredDelegates(EventLog log) {
    this.log = log;
  }

  /** Writes the run that a call waited for, and those below. */
  public void write(RunId run, String callId, String agentId, RunId delegate, JsonGenerator json)
      throws IOException {
    write(new Delegate(List.of(0L), delegate, run, agentId, callId), json);
  }

  private void write(Delegate delegate, JsonGenerator json) throws IOException {
    if (runs++ >= MAX_RUNS) {
      return;
    }
    var part = new DelegatePart(delegate);
    List<Delegate> below = new ArrayList<>();
    long last = 0;
    List<Segment> page = log.read(delegate.runId(), last, SEGMENTS);
    for (int reads = 1; !page.isEmpty(); reads++) {
      for (Segment segment : page) {
        for (StreamEvent event : segment.eventsAfter(last)) {
          if (last == 0 && !delegate.begins(event.event())) {
            return;
          }
          last = event.cursor().sequence();
          part.take(event.event());
          Delegate.announced(delegate.path(), delegate.runId(), event).ifPresent(below::add);
        }
      }
      page = reads < MAX_READS ? log.read(delegate.runId(), last, SEGMENTS) : List.of();
    }
    if (last > 0) {
      json.writeStartObject();
      json.writeStringField("type", DelegatePart.TYPE);
      part.fields(json);
      json.writeEndObject();
    }
    for (Delegate each : below) {
      write(each, json);
    }
  }
}
