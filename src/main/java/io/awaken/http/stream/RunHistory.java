package io.awaken.http.stream;

import io.awaken.core.commit.EventLog;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.run.RunId;
import java.util.List;

/** What the database knows of one run. Every method is a query and may block. */
record RunHistory(RunId runId, EventLog log, RestingRuns runs) {

  /** What became of the events up to a cursor that its reader may have got before their commit. */
  enum Standing {
    /** They are committed. */
    COMMITTED,
    /** They never will be: the run went on without them. */
    LOST,
    /** Nobody knows yet: their activation may still commit them. */
    OPEN
  }

  List<Segment> after(long sequence, int limit) {
    return log.read(runId, sequence, limit);
  }

  /** Whether nothing follows what is committed, unless somebody does something. */
  boolean rests() {
    return runs.rests(runId);
  }

  long committedUnder(long epoch) {
    return log.lastSequence(runId, epoch);
  }

  /**
   * @param rests whether nobody is about to commit anything
   */
  Standing standing(Cursor cursor, boolean rests) {
    long committed = committedUnder(cursor.epoch());
    if (committed >= cursor.sequence()) {
      return Standing.COMMITTED;
    }
    if (rests) {
      return Standing.LOST;
    }
    long last = committedUnder(Long.MAX_VALUE);
    if (last == committed) {
      return Standing.OPEN;
    }
    // Between the two questions its own activation may have committed more.
    long now = committedUnder(cursor.epoch());
    if (now < last) {
      return Standing.LOST;
    }
    return now >= cursor.sequence() ? Standing.COMMITTED : Standing.OPEN;
  }
}
