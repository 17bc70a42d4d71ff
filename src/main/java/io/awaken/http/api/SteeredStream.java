package io.awaken.http.api;

import io.awaken.core.commit.EventLog;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.http.stream.StreamRequest;
import java.util.List;

/** What somebody hears whose messages went to a run that had begun. */
final class SteeredStream {

  private SteeredStream() {}

  /**
   * What follows from now on. A run that waits says once more that it does, so that the stream does
   * not end without a word.
   *
   * @param rests whether the run does nothing by itself
   */
  static StreamRequest of(RunId runId, EventLog log, boolean rests) {
    long last = log.lastSequence(runId, Long.MAX_VALUE);
    long from = rests ? last - 1 : last;
    return StreamRequest.behind(runId, from <= 0 ? Cursor.START : at(runId, log, from));
  }

  private static Cursor at(RunId runId, EventLog log, long sequence) {
    List<StreamEvent> events =
        log.read(runId, sequence - 1, 1).getFirst().eventsAfter(sequence - 1);
    return events.getFirst().cursor();
  }
}
