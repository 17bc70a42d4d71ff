package io.awaken.store.memory;

import io.awaken.core.commit.StoredState;
import io.awaken.core.commit.ThreadStore;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.state.PersistedState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Threads over {@link Tables}. */
final class MemoryThreadStore implements ThreadStore {
  private final Tables tables;

  MemoryThreadStore(Tables tables) {
    this.tables = tables;
  }

  @Override
  public ThreadRecord create(
      ThreadId id, Caller owner, String title, String resourceId, ThreadId parentThreadId) {
    var made =
        new ThreadRow.NewThread(
            id, owner.tenant(), owner.subject(), title, resourceId, parentThreadId);
    return tables.call(
        () -> {
          var thread = new ThreadRow(made, tables.now());
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
  public List<Message> history(ThreadId id) {
    return tables.call(
        () -> {
          ThreadRow thread = tables.threads.get(id);
          return thread == null ? List.of() : thread.messages.now();
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
  public List<StoredMessage> messages(
      ThreadId id, long afterSequence, int limit, boolean includeInternal) {
    List<Message> all = history(id);
    List<StoredMessage> page = new ArrayList<>();
    for (int i = (int) Math.min(afterSequence, all.size());
        i < all.size() && page.size() < limit;
        i++) {
      if (includeInternal || !all.get(i).internal()) {
        page.add(new StoredMessage(i + 1, all.get(i)));
      }
    }
    return page;
  }
}
