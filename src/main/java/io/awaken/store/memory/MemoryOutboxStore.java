package io.awaken.store.memory;

import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.outbox.OpenQuestions;
import io.awaken.core.store.outbox.OutboxChanges;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.outbox.OutboxStore.DueEntry;
import io.awaken.core.store.outbox.PushTarget;
import io.awaken.core.store.thread.ThreadStore.Page;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/** The outbox over {@link Tables}. */
final class MemoryOutboxStore implements OutboxStore {
  /** When entries are due that were given up. */
  private static final long NEVER = Long.MAX_VALUE;

  private final Tables tables;
  private final Duration lease;

  MemoryOutboxStore(Tables tables, Duration lease) {
    this.tables = tables;
    this.lease = lease;
  }

  @Override
  public List<DueEntry> take(Receivers receivers, Set<String> busy, int limit, Duration hold) {
    boolean outside = receivers == Receivers.OUTSIDE;
    return tables.call(
        () ->
            tables.outbox.values().stream()
                .filter(row -> row.isDue(tables.now()) && row.entry.kind().outside() == outside)
                .filter(row -> row.entry.key() == null || !busy.contains(row.entry.receiver()))
                .filter(row -> !outside || isFirst(row))
                .limit(limit)
                .map(row -> row.taken(tables.now() + hold.toMillis()))
                .toList());
  }

  /** Whether no earlier message of its run for the same receiver is left. */
  private boolean isFirst(OutboxRow row) {
    return row.entry.kind() == OutboxEntry.Kind.REMINDER
        || tables.outbox.values().stream()
            .filter(other -> other.isBeside(row) && other.dueAt < NEVER)
            .findFirst()
            .filter(first -> first != row)
            .isEmpty();
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
          if (!replace(runId, entry, effects)) {
            return false;
          }
          tables.runs.get(runId).state.clear();
          return true;
        });
  }

  @Override
  public boolean replaced(DueEntry due, List<OutboxEntry> others) {
    return tables.call(() -> replace(due.runId(), due.entry().id(), others));
  }

  private boolean replace(RunId run, String entry, List<OutboxEntry> others) {
    OutboxRow row = tables.outbox.get(entry);
    if (row != null) {
      write(row.thread, run, new OutboxChanges(others, List.of(entry)), null);
    }
    return row != null;
  }

  @Override
  public void postpone(DueEntry due, Duration wait, String failure) {
    change(
        due.entry().id(),
        row -> {
          long then = tables.now() + wait.toMillis();
          tables.outbox.values().stream()
              .filter(other -> other.isBeside(row) && other.dueAt < NEVER)
              .forEach(other -> other.dueAt = Math.max(other.dueAt, then));
          row.dueAt = then;
          row.failure = failure;
        });
  }

  @Override
  public void giveBack(DueEntry due, Duration wait) {
    change(
        due.entry().id(),
        row -> {
          if (row.attempt == due.attempt()) {
            row.dueAt = tables.now() + wait.toMillis();
          }
        });
  }

  @Override
  public void giveUp(DueEntry due, String failure) {
    change(
        due.entry().id(),
        row -> {
          row.dueAt = NEVER;
          row.failure = failure;
        });
  }

  private boolean change(String id, Consumer<OutboxRow> how) {
    return tables.call(
        () -> {
          OutboxRow row = tables.outbox.get(id);
          if (row != null) {
            how.accept(row);
          }
          return row != null;
        });
  }

  @Override
  public Page<FailedEntry> failed(String tenant, long after, int skip, int limit) {
    return tables.call(
        () -> {
          List<OutboxRow> all =
              tables.outbox.values().stream()
                  .filter(row -> row.failure != null && row.thread.id.tenant().equals(tenant))
                  .toList();
          List<FailedEntry> page =
              all.stream()
                  .filter(row -> row.place > after)
                  .skip(skip)
                  .limit(limit)
                  .map(OutboxRow::failed)
                  .toList();
          return new Page<>(page, all.size());
        });
  }

  @Override
  public boolean redrive(ThreadId threadId, String entry) {
    return tables.call(
        () -> {
          OutboxRow row = tables.outbox.get(entry);
          if (row == null || row.failure == null || !row.thread.id.equals(threadId)) {
            return false;
          }
          row.attempt = 0;
          row.dueAt = tables.now();
          return true;
        });
  }

  @Override
  public int purge(Duration keep, int limit) {
    return tables.call(
        () -> {
          List<String> old =
              tables.outbox.values().stream()
                  .filter(row -> row.dueAt == NEVER)
                  .filter(row -> row.createdAt < tables.now() - keep.toMillis())
                  .limit(limit)
                  .map(row -> row.entry.id())
                  .toList();
          old.forEach(tables::removeEntry);
          return old.size();
        });
  }

  @Override
  public boolean put(ThreadId threadId, RunId runId, PushTarget target, OpenQuestions asked) {
    return tables.call(
        () -> {
          RunRow run = run(threadId, runId);
          boolean known = run != null && run.targets.containsKey(target.key());
          if (run == null || !known && run.targets.size() >= PushTarget.MOST) {
            return false;
          }
          run.targets.put(target.key(), target);
          if (!known && (run.status == RunStatus.WAITING || run.status == RunStatus.DONE)) {
            tables.add(run, OutboxEntry.late(runId, run.status, target, asked));
          }
          return true;
        });
  }

  @Override
  public List<PushTarget> targets(ThreadId threadId, RunId runId) {
    return tables.call(
        () -> {
          RunRow run = run(threadId, runId);
          return run == null ? List.of() : List.copyOf(run.targets.values());
        });
  }

  @Override
  public boolean removeTarget(ThreadId threadId, RunId runId, String key) {
    return tables.call(
        () -> {
          RunRow run = run(threadId, runId);
          if (run == null || run.targets.remove(key) == null) {
            return false;
          }
          tables.outbox.values().stream()
              .filter(row -> row.run.equals(runId) && key.equals(row.entry.key()))
              .map(row -> row.entry.id())
              .toList()
              .forEach(tables::removeEntry);
          return true;
        });
  }

  private RunRow run(ThreadId threadId, RunId runId) {
    RunRow run = tables.runs.get(runId);
    return run != null && run.thread.id.equals(threadId) ? run : null;
  }

  /**
   * @param token claim of the delivering owner; null for none
   */
  void write(ThreadRow thread, RunId run, OutboxChanges changes, ClaimToken token) {
    changes.delivered().forEach(tables::removeEntry);
    long each = EACH.toMillis() * changes.written().size();
    for (OutboxEntry entry : changes.written()) {
      boolean outside = entry.kind().outside();
      long wait = outside ? entry.delay() : lease.toMillis() + each;
      tables.put(new OutboxRow(thread, run, entry, outside ? null : token, tables.now(), wait));
    }
  }

  /** An entry of a thread's outbox. Guarded by the tables' lock. */
  static final class OutboxRow {
    final ThreadRow thread;
    final RunId run;
    final OutboxEntry entry;

    /** The owner that delivers it while it has the thread; null for none. */
    private final ClaimToken token;

    private final long createdAt;
    private long place;
    private long dueAt;
    private int attempt;

    /** Null until a delivery outside has failed. */
    private String failure;

    OutboxRow(
        ThreadRow thread, RunId run, OutboxEntry entry, ClaimToken token, long now, long wait) {
      this.thread = thread;
      this.run = run;
      this.entry = entry;
      this.token = token;
      this.createdAt = now;
      this.dueAt = now + wait;
      this.attempt = entry.kind() == OutboxEntry.Kind.END || entry.kind().outside() ? 0 : 1;
    }

    OutboxRow placed(long at) {
      place = at;
      return this;
    }

    /** Whether it is an entry of the same run for the same receiver. */
    boolean isBeside(OutboxRow other) {
      return run.equals(other.run)
          && entry.kind() == other.entry.kind()
          && Objects.equals(entry.key(), other.entry.key());
    }

    FailedEntry failed() {
      return new FailedEntry(due(), failure, dueAt == NEVER, createdAt, place);
    }

    boolean isDue(long now) {
      boolean owned = token != null && thread.slot != null && token.equals(thread.slot.token);
      return dueAt <= now && !owned;
    }

    DueEntry taken(long until) {
      dueAt = until;
      attempt++;
      return due();
    }

    private DueEntry due() {
      return new DueEntry(thread.id, run, entry, attempt);
    }
  }
}
