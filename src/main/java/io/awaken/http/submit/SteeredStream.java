package io.awaken.http.submit;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.core.store.event.EventLog;
import io.awaken.http.stream.open.StreamRequest;
import io.awaken.http.stream.read.SettledRuns;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/** The stream of a client whose messages steer an active run. */
final class SteeredStream {

  private static final Logger LOG = System.getLogger(SteeredStream.class.getName());

  private SteeredStream() {}

  /**
   * Starts the stream after the last commit. A waiting run repeats its last event, so that the
   * stream does not end without one. The messages are already accepted, so nothing may be refused:
   * if the position cannot be determined, everything is streamed.
   *
   * @param runs checks whether the run is settled
   */
  static StreamRequest of(RunId runId, EventLog log, SettledRuns runs) {
    try {
      long last = log.lastSequence(runId, Long.MAX_VALUE);
      long from = runs.settled(runId) ? last - 1 : last;
      return StreamRequest.behind(runId, from <= 0 ? Cursor.START : at(runId, log, from));
    } catch (RuntimeException e) {
      LOG.log(
          Level.DEBUG,
          "the position of run {0} is unknown; its stream starts at its first event: {1}",
          runId,
          e);
      return StreamRequest.behind(runId, Cursor.START);
    }
  }

  /** The last committed event of a run. */
  static Cursor end(RunId runId, EventLog log) {
    long last = log.lastSequence(runId, Long.MAX_VALUE);
    return last <= 0 ? Cursor.START : at(runId, log, last);
  }

  private static Cursor at(RunId runId, EventLog log, long sequence) {
    List<StreamEvent> events =
        log.read(runId, sequence - 1, 1).getFirst().eventsAfter(sequence - 1);
    return events.getFirst().cursor();
  }
}
