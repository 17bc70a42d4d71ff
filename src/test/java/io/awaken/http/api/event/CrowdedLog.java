package io.awaken.http.api.event;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.event.RunLogView;
import io.awaken.core.store.event.ThreadLogView;
import io.awaken.core.store.event.ThreadLogView.Placed;
import io.awaken.http.api.run.AskingApi;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** An anonymous thread with many commits of Ada's run, followed by one of an anonymous run. */
final class CrowdedLog implements EventLog {

  private final long last;
  private int queries;

  CrowdedLog(int adas) {
    last = adas + 1L;
  }

  /** Queries since the last call. */
  int queries() {
    int count = queries;
    queries = 0;
    return count;
  }

  @Override
  public Optional<ThreadLogView> view(ThreadId threadId, ThreadPosition behind, int limit) {
    queries++;
    long end = Math.min(behind.place() + limit, last);
    return Optional.of(
        new ThreadLogView(
            new ThreadLogView.Origin(ThreadAccess.of(Caller.ANONYMOUS), 1),
            0,
            last,
            null,
            ThreadLogView.Within.NONE,
            LongStream.rangeClosed(behind.place() + 1, end).mapToObj(this::placed).toList(),
            end < last));
  }

  private Placed placed(long place) {
    boolean nobodys = place == last;
    long sequence = nobodys ? 1 : place;
    var event =
        new StreamEvent(
            new Cursor(1, sequence), Instant.EPOCH, new AgentEvent.TextDelta("word " + place));
    return new Placed(
        place,
        new RunId(nobodys ? "nobodys" : "adas"),
        nobodys ? Caller.ANONYMOUS.subject() : AskingApi.ADA.subject(),
        Segment.join(List.of(event)));
  }

  @Override
  public Optional<RunLogView> view(RunId runId, Cursor behind, int limit) {
    return Optional.empty();
  }

  @Override
  public List<Segment> read(RunId runId, long afterSequence, int limit) {
    return List.of();
  }

  @Override
  public long lastSequence(RunId runId, long epoch) {
    return 0;
  }

  @Override
  public Purged purge(Duration doneFor, int limit) {
    return new Purged(0, false);
  }
}
