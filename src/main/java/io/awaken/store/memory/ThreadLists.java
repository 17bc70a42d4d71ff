package io.awaken.store.memory;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.ThreadPatch.Change;
import io.awaken.core.store.thread.ThreadQuery;
import io.awaken.core.store.thread.ThreadStore.LineageRefused;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.core.store.thread.ThreadStore.UnfinishedRun;
import io.awaken.core.store.thread.ThreadSummary;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Lists and lineage of threads. Guarded by the tables' lock. */
final class ThreadLists {
  private static final Comparator<ThreadRow> NEWEST_FIRST =
      Comparator.<ThreadRow>comparingLong(row -> row.createdAt)
          .thenComparing(row -> row.id.value())
          .reversed();
  private final Tables tables;

  ThreadLists(Tables tables) {
    this.tables = tables;
  }

  Page<ThreadSummary> page(ThreadQuery query) {
    List<ThreadRow> all =
        tables.threads.values().stream()
            .filter(row -> passes(row, query.filter()))
            .sorted(NEWEST_FIRST)
            .toList();
    var page =
        all.stream()
            .filter(row -> query.after() == null || isBehind(row, query.after()))
            .skip(query.skip())
            .limit(query.limit())
            .map(row -> summary(row, query.filter().owner()))
            .toList();
    return new Page<>(page, all.size());
  }

  private static boolean passes(ThreadRow row, ThreadQuery.Filter filter) {
    return row.tenant.equals(filter.tenant())
        && (filter.owner() == null || filter.owner().equals(row.owner))
        && (filter.resourceId() == null || filter.resourceId().equals(row.resourceId))
        && (filter.parentThreadId() == null || filter.parentThreadId().equals(row.parentThreadId))
        && (!filter.root() || row.parentThreadId == null)
        && row.readableBy(filter.reader());
  }

  private static boolean isBehind(ThreadRow row, ThreadQuery.After after) {
    return row.createdAt == after.createdAt()
        ? row.id.value().compareTo(after.threadId().value()) < 0
        : row.createdAt < after.createdAt();
  }

  /**
   * @param of the subject whose run is shown, or null for any
   */
  private static ThreadSummary summary(ThreadRow row, String of) {
    RunRow run = row.latestRun;
    boolean shown = run != null && (of == null || of.equals(run.caller.subject()));
    return new ThreadSummary(
        row.id,
        row.resourceId,
        row.parentThreadId,
        row.title,
        row.createdAt,
        row.updatedAt,
        shown ? run.spec.agentId() : null);
  }

  /** Returns the thread if the caller may do this with it. */
  Optional<ThreadRow> find(ThreadId id, Caller by, ThreadAction action) {
    return Optional.ofNullable(tables.threads.get(id))
        .filter(row -> row.access().allows(by, action));
  }

  void checkLineage(ThreadRow thread, Caller by, Change<ThreadId> change) {
    ThreadId parent = change.value();
    if (parent == null) {
      return;
    }
    ThreadRow above =
        find(parent, by, ThreadAction.READ).orElseThrow(() -> LineageRefused.unknown(parent));
    for (int depth = 0; above != null; depth++) {
      if (above == thread) {
        throw LineageRefused.cycle(thread.id, parent);
      }
      if (depth == LineageRefused.MAX_DEPTH) {
        throw LineageRefused.tooDeep(parent);
      }
      above = tables.threads.get(above.parentThreadId);
    }
  }

  boolean hasChildren(ThreadId id) {
    return tables.threads.values().stream().anyMatch(row -> id.equals(row.parentThreadId));
  }

  List<ThreadId> children(Collection<ThreadId> of, Caller by, int limit) {
    return tables.threads.values().stream()
        .filter(row -> row.parentThreadId != null && of.contains(row.parentThreadId))
        .filter(row -> row.access().allows(by, ThreadAction.WRITE))
        .limit(limit)
        .map(row -> row.id)
        .toList();
  }

  List<UnfinishedRun> unfinished(Collection<ThreadId> of, int limit) {
    return tables.runs.values().stream()
        .filter(run -> run.status != RunStatus.DONE && of.contains(run.thread.id))
        .sorted(Comparator.comparing(run -> run.thread.openRun == run))
        .limit(limit)
        .map(run -> new UnfinishedRun(run.thread.id, run.id))
        .toList();
  }
}
