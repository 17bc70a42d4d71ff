package io.awaken.store.memory;

import io.awaken.core.decision.Deletion;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.state.PersistedState;
import io.awaken.core.store.thread.MediaStore;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.StoredWindow;
import io.awaken.core.store.thread.ThreadPatch;
import io.awaken.core.store.thread.ThreadPatch.Change;
import io.awaken.core.store.thread.ThreadQuery;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadStore.StoredState;
import io.awaken.core.store.thread.ThreadSummary;
import io.awaken.core.store.thread.WindowLimits;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Threads over {@link Tables}. */
final class MemoryThreadStore implements ThreadStore {
  private final Tables tables;
  private final ThreadLists lists;
  private final MediaStore media;

  MemoryThreadStore(Tables tables) {
    this.tables = tables;
    this.lists = new ThreadLists(tables);
    this.media = new MemoryMediaStore(tables);
  }

  @Override
  public ThreadRecord create(
      ThreadId id,
      Caller owner,
      String title,
      String resourceId,
      ThreadId parentThreadId,
      Sharing sharing) {
    ThreadStore.requireOwn(id, owner);
    var made =
        new ThreadRow.NewThread(
            id, owner.tenant(), owner.subject(), sharing, title, resourceId, parentThreadId);
    return tables.call(
        () -> {
          var thread = new ThreadRow(made, tables.now());
          lists.checkLineage(thread, owner, Change.to(parentThreadId));
          if (tables.threads.putIfAbsent(id, thread) != null) {
            throw new AlreadyExists(id);
          }
          return thread.toRecord();
        });
  }

  @Override
  public Optional<ThreadRecord> find(ThreadId id) {
    return tables.call(() -> Optional.ofNullable(tables.threads.get(id)).map(ThreadRow::toRecord));
  }

  @Override
  public MediaStore media() {
    return media;
  }

  @Override
  public StoredWindow window(ThreadId id, long after, WindowLimits limits) {
    return tables.call(
        () -> {
          ThreadRow thread = tables.threads.get(id);
          return thread == null ? StoredWindow.EMPTY : Windows.of(thread, after, limits);
        });
  }

  @Override
  public Optional<Place> place(ThreadId id, String messageId, long after) {
    return tables.call(
        () -> {
          ThreadRow thread = tables.threads.get(id);
          return thread == null ? Optional.empty() : Windows.place(thread, messageId, after);
        });
  }

  @Override
  public Optional<ClientMessage> ofClient(ThreadId id, String clientId) {
    return tables.call(
        () -> {
          ThreadRow thread = tables.threads.get(id);
          return thread == null ? Optional.empty() : Windows.ofClient(thread, clientId);
        });
  }

  @Override
  public StoredState state(ThreadId id, RunId runId) {
    return tables.call(
        () -> {
          ThreadRow thread = tables.threads.get(id);
          RunRow run = tables.runs.get(runId);
          return new StoredState(
              thread == null ? PersistedState.NONE : new PersistedState(0, thread.state),
              run == null ? PersistedState.NONE : new PersistedState(0, run.state));
        });
  }

  @Override
  public Page<StoredMessage> messages(MessageQuery query) {
    return tables.call(() -> Windows.of(tables.threads.get(query.threadId()), query));
  }

  @Override
  public Page<ThreadSummary> list(ThreadQuery query) {
    return tables.call(() -> lists.page(query));
  }

  @Override
  public Optional<ThreadRecord> update(ThreadId id, Caller by, ThreadPatch patch) {
    return tables.call(
        () -> {
          Optional<ThreadRow> thread = lists.find(id, by, ThreadAction.WRITE);
          thread.ifPresent(
              row -> {
                lists.checkLineage(row, by, patch.parentThreadId());
                row.change(patch, tables.now());
              });
          return thread.map(ThreadRow::toRecord);
        });
  }

  @Override
  public List<ThreadId> children(Collection<ThreadId> of, Caller by, int limit) {
    return tables.call(() -> lists.children(of, by, limit));
  }

  @Override
  public boolean hasChildren(ThreadId id) {
    return tables.call(() -> lists.hasChildren(id));
  }

  @Override
  public List<UnfinishedRun> unfinished(Collection<ThreadId> of, int limit) {
    return tables.call(() -> lists.unfinished(of, limit));
  }

  @Override
  public Deleted delete(ThreadId id, Caller by, boolean onlyChildless) {
    return tables.call(
        () -> {
          ThreadRow thread = lists.find(id, by, ThreadAction.WRITE).orElse(null);
          Deleted deleted =
              Deletion.decide(
                  thread != null,
                  !lists.unfinished(List.of(id), 1).isEmpty(),
                  onlyChildless && lists.hasChildren(id));
          if (deleted == Deleted.DELETED) {
            tables.remove(thread);
          }
          return deleted;
        });
  }
}
