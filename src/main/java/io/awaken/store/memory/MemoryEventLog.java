package io.awaken.store.memory;

import io.awaken.core.commit.EventLog;
import io.awaken.core.event.Segment;
import io.awaken.core.run.RunId;
import java.util.List;

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
    return segments(runId).stream()
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
}
