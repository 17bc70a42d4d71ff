package io.awaken.store.memory;

import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.outbox.OutboxChanges;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.outbox.OutboxStore.DueEntry;
import java.time.Duration;
import java.util.List;

/** The outbox over {@link Tables}. */
final class MemoryOutboxStore implements OutboxStore {
  private final Tables tables;
  private final Duration lease;

  MemoryOutboxStore(Tables tables, Duration lease) {
    this.tables = tables;
    this.lease = lease;
  }

  @Override
  public List<DueEntry> take(int limit, Duration hold) {
    return tables.call(
        () ->
            tables.outbox.values().stream()
                .filter(row -> row.isDue(tables.now()))
                .limit(limit)
                .map(row -> row.taken(tables.now() + hold.toMillis()))
                .toList());
  }

  @Override
  public void remove(ThreadId threadId, List<String> ids) {
    tables.call(
        () -> {
          ids.forEach(tables::removeEntry);
          return null;
        });
  }

  @Override
  public boolean ended(ThreadId threadId, RunId runId, String entry, List<OutboxEntry> effects) {
    return tables.call(
        () -> {
          OutboxRow end = tables.outbox.get(entry);
          if (end == null) {
            return false;
          }
          write(end.thread, runId, new OutboxChanges(effects, List.of(entry)), null);
          tables.runs.get(runId).state.clear();
          return true;
        });
  }

  /**
   * @param token claim of the delivering owner; null for none
   */
  void write(ThreadRow thread, RunId run, OutboxChanges changes, ClaimToken token) {
    changes.delivered().forEach(tables::removeEntry);
    long each = EACH.toMillis() * changes.written().size();
    for (OutboxEntry entry : changes.written()) {
      long due = tables.now() + lease.toMillis() + each;
      tables.put(new OutboxRow(thread, run, entry, token, due));
    }
  }

  /** An entry of a thread's outbox. Guarded by the tables' lock. */
  static final class OutboxRow {
    final ThreadRow thread;
    final RunId run;
    final OutboxEntry entry;

    /** The owner that delivers it while it has the thread; null for none. */
    private final ClaimToken token;

    private long dueAt;
    private int attempt;

    OutboxRow(ThreadRow thread, RunId run, OutboxEntry entry, ClaimToken token, long dueAt) {
      this.thread = thread;
      this.run = run;
      this.entry = entry;
      this.token = token;
      this.dueAt = dueAt;
      this.attempt = entry.kind() == OutboxEntry.Kind.END ? 0 : 1;
    }

    boolean isDue(long now) {
      boolean owned = token != null && thread.slot != null && token.equals(thread.slot.token);
      return dueAt <= now && !owned;
    }

    DueEntry taken(long until) {
      dueAt = until;
      return new DueEntry(thread.id, run, entry, ++attempt);
    }
  }
}
