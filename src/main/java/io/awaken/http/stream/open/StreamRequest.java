package io.awaken.http.stream.open;

import io.awaken.core.event.Cursor;
import io.awaken.core.run.RunId;

/**
 * What a reader wants.
 *
 * @param runId the run
 * @param from the last event that it has
 * @param fresh whether the run was accepted on this node a moment ago
 */
public record StreamRequest(RunId runId, Cursor from, boolean fresh) {

  /** The stream of a run that was accepted just now, from its beginning. */
  public static StreamRequest ofNew(RunId runId) {
    return new StreamRequest(runId, Cursor.START, true);
  }

  /** The events behind a cursor, then what follows. */
  public static StreamRequest behind(RunId runId, Cursor cursor) {
    return new StreamRequest(runId, cursor, false);
  }
}
