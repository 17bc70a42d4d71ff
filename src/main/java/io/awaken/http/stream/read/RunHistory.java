package io.awaken.http.stream.read;

import io.awaken.core.event.Cursor;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.event.RunLogView;
import java.util.List;

/** Reads one run from the database. */
public record RunHistory(RunId runId, EventLog log) {

  /** One query; may block. */
  RunLogView view(Cursor behind, int limit) {
    return log.view(runId, behind, limit).orElse(NOTHING);
  }

  /** A deleted run has no further events. */
  private static final RunLogView NOTHING =
      new RunLogView(
          new ThreadId("", "gone"),
          new ThreadAccess("", "", Sharing.OWNER),
          "",
          true,
          0,
          Cursor.START,
          0,
          Long.MAX_VALUE,
          List.of(),
          false);
}
