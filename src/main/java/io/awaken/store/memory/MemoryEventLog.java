package io.awaken.store.memory;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.event.RunLogView;
import io.awaken.core.store.event.ThreadLogView;
import io.awaken.core.store.event.ThreadLogView.OpenRun;
import io.awaken.core.store.event.ThreadLogView.Origin;
import io.awaken.core.store.event.ThreadLogView.Placed;
import io.awaken.core.store.event.ThreadLogView.Within;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Committed events over {@link Tables}. */
final class MemoryEventLog implements EventLog {
  private final Tables tables;

  MemoryEventLog(Tables tables) {
    this.tables = tables;
  }

  @Override
  public List<Segment> read(RunId runId, long afterSequence, int limit) {
    return segments(runId).stream()
        .filter(segment -> segment.lastSequence() > afterSequence)
        .limit(limit)
        .toList();
  }

  @Override
  public long lastSequence(RunId runId, long epoch) {
    return lastUnder(segments(runId), epoch);
  }

  private static long lastUnder(List<Segment> segments, long epoch) {
    return segments.stream()
        .filter(segment -> segment.epoch() <= epoch)
        .mapToLong(Segment::lastSequence)
        .max()
        .orElse(0);
  }

  private List<Segment> segments(RunId runId) {
    return tables.call(
        () -> {
          RunRow run = tables.runs.get(runId);
          return run == null ? List.of() : List.copyOf(run.segments);
        });
  }

  @Override
  public Optional<RunLogView> view(RunId runId, Cursor behind, int limit) {
    return tables.call(
        () -> Optional.ofNullable(tables.runs.get(runId)).map(run -> view(run, behind, limit)));
  }

  private static RunLogView view(RunRow run, Cursor behind, int limit) {
    List<Segment> left =
        run.segments.stream()
            .filter(segment -> segment.lastSequence() > behind.sequence())
            .limit(limit + 1L)
            .toList();
    return new RunLogView(
        run.thread.id,
        run.thread.access(),
        run.caller.subject(),
        run.isSettled(),
        run.thread.epoch,
        run.eventsFloor,
        run.lastSequence(),
        RunLogView.committedUnder(lastUnder(run.segments, behind.epoch()), run.eventsFloor, behind),
        left.subList(0, Math.min(limit, left.size())),
        limit > 0 && left.size() > limit);
  }

  @Override
  public Optional<ThreadLogView> view(ThreadId threadId, ThreadPosition behind, int limit) {
    return tables.call(
        () ->
            Optional.ofNullable(tables.threads.get(threadId))
                .map(thread -> view(thread, behind, limit)));
  }

  private static ThreadLogView view(ThreadRow thread, ThreadPosition behind, int limit) {
    List<Placed> left =
        thread.commits.stream()
            .filter(placed -> placed.place() > behind.place())
            .filter(
                placed -> placed.segment().lastSequence() > behind.of(placed.runId()).sequence())
            .limit(limit + 1L)
            .toList();
    return new ThreadLogView(
        new Origin(thread.access(), thread.createdAt),
        thread.eventsFloor,
        thread.commits.isEmpty() ? thread.eventsFloor : thread.commits.getLast().place(),
        thread.openRun == null ? null : open(thread),
        within(thread, behind),
        left.subList(0, Math.min(limit, left.size())),
        limit > 0 && left.size() > limit);
  }

  private static Within within(ThreadRow thread, ThreadPosition behind) {
    List<Placed> of =
        thread.commits.stream().filter(placed -> placed.runId().equals(behind.run())).toList();
    List<Segment> segments = of.stream().map(Placed::segment).toList();
    long place =
        of.stream()
            .filter(placed -> placed.segment().firstSequence() <= behind.within().sequence())
            .mapToLong(Placed::place)
            .max()
            .orElse(0);
    return new Within(
        lastUnder(segments, Long.MAX_VALUE), lastUnder(segments, behind.within().epoch()), place);
  }

  private static OpenRun open(ThreadRow thread) {
    long last = thread.openRun.lastSequence();
    var committed = last == 0 ? Cursor.START : new Cursor(thread.epoch, last);
    return new OpenRun(
        thread.openRun.id, thread.openRun.caller.subject(), thread.slot != null, committed);
  }

  @Override
  public Purged purge(Duration doneFor, int limit) {
    return tables.call(
        () -> {
          long before = tables.now() - doneFor.toMillis();
          int left = limit;
          List<RunRow> due =
              tables.runs.values().stream()
                  .filter(run -> due(run, before) && !run.segments.isEmpty())
                  .filter(run -> !followsRetained(run, before))
                  .sorted(Comparator.comparing((RunRow run) -> run.id.value()))
                  .toList();
          for (RunRow run : due) {
            left -= purge(run, left);
          }
          boolean more = due.stream().anyMatch(run -> !run.segments.isEmpty());
          return new Purged(limit - left, more);
        });
  }

  private static boolean due(RunRow run, long before) {
    return run.status == RunStatus.DONE && run.doneBefore(before);
  }

  /** Returns whether a retained run has events before the end of this one. */
  private boolean followsRetained(RunRow run, long before) {
    return run.thread.commits.reversed().stream()
        .dropWhile(placed -> !placed.runId().equals(run.id))
        .anyMatch(placed -> !due(tables.runs.get(placed.runId()), before));
  }

  private static int purge(RunRow run, int limit) {
    List<Segment> gone = run.segments.subList(0, Math.min(limit, run.segments.size()));
    if (gone.isEmpty()) {
      return 0;
    }
    int count = gone.size();
    run.eventsFloor = new Cursor(gone.getLast().epoch(), gone.getLast().lastSequence());
    run.thread.forget(run.id, run.eventsFloor.sequence());
    gone.clear();
    return count;
  }
}
