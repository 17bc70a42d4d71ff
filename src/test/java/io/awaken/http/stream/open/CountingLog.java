package io.awaken.http.stream.open;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.event.RunLogView;
import io.awaken.core.store.event.ThreadLogView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A log that counts its queries. */
final class CountingLog implements EventLog {

  private final EventLog behind;
  private int queries;

  CountingLog(EventLog behind) {
    this.behind = behind;
  }

  /** Queries since the last call. */
  int queries() {
    int count = queries;
    queries = 0;
    return count;
  }

  @Override
  public List<Segment> read(RunId runId, long afterSequence, int limit) {
    queries++;
    return behind.read(runId, afterSequence, limit);
  }

  @Override
  public long lastSequence(RunId runId, long epoch) {
    queries++;
    return behind.lastSequence(runId, epoch);
  }

  @Override
  public Optional<RunLogView> view(RunId runId, Cursor cursor, int limit) {
    queries++;
    return behind.view(runId, cursor, limit);
  }

  @Override
  public Optional<ThreadLogView> view(ThreadId threadId, ThreadPosition position, int limit) {
    queries++;
    return behind.view(threadId, position, limit);
  }

  @Override
  public Purged purge(Duration doneFor, int limit) {
    return behind.purge(doneFor, limit);
  }
}
