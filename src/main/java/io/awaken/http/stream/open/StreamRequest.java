package io.awaken.http.stream.open;

import io.awaken.core.event.Cursor;
import io.awaken.core.run.RunId;

/**
 * What a reader requests.
 *
 * @param runId the run
 * @param from the last event that the reader has
 * @param fresh whether the run was just accepted on this node
 */
public record StreamRequest(RunId runId, Cursor from, boolean fresh) {

  /** The stream of a run that was just accepted, from its beginning. */
  public static StreamRequest ofNew(RunId runId) {
    return new StreamRequest(runId, Cursor.START, true);
  }

  /** The events after a cursor. */
  public static StreamRequest behind(RunId runId, Cursor cursor) {
    return new StreamRequest(runId, cursor, false);
  }
}
