package io.awaken.store.jpa.thread;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.state.PersistedState;
import io.awaken.core.store.thread.MediaStore;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.StoredState;
import io.awaken.core.store.thread.StoredWindow;
import io.awaken.core.store.thread.ThreadPatch;
import io.awaken.core.store.thread.ThreadQuery;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadSummary;
import io.awaken.core.store.thread.WindowLimits;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.DeletedThreadRow;
import io.awaken.store.jpa.rows.StateRow;
import io.awaken.store.jpa.rows.StoredJson;
import io.awaken.store.jpa.rows.ThreadRow;
import io.awaken.store.jpa.statement.Duplicates;
import io.awaken.store.jpa.statement.SeenThread;
import io.awaken.store.jpa.statement.Statements;
import io.awaken.store.jpa.statement.ThreadRemoval;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Threads and their messages. */
public final class JpaThreadStore implements ThreadStore {
  private final Transactions transactions;
  private final String clock;
  private final ThreadUpdates updates;
  private final ThreadDeletions deletions;
  private final ThreadRemoval removal;
  private final MediaStore media;

  public JpaThreadStore(Transactions transactions, Statements statements) {
    this.transactions = transactions;
    this.clock = statements.clock();
    this.updates = new ThreadUpdates(transactions, statements.threads(), clock);
    this.removal = statements.removal();
    this.deletions = new ThreadDeletions(statements.threads(), removal);
    this.media = new JpaMediaStore(transactions, statements.threads());
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
    try {
      return transactions.call(
          em -> {
            var seen = SeenThread.read(em, clock, id);
            if (seen.deleted()) {
              throw new BeingDeleted(id);
            }
            if (seen.exists()) {
              throw new AlreadyExists(id);
            }
            if (parentThreadId != null) {
              updates.requireParent(em, id, parentThreadId, owner);
            }
            var row = new ThreadRow(id, owner, sharing, seen.now());
            row.title = title;
            row.resourceId = resourceId;
            row.parentThreadId = parentThreadId == null ? null : parentThreadId.key();
            em.persist(row);
            return row.toRecord(Map.of(), null);
          });
    } catch (PersistenceException e) {
      if (Duplicates.cause(e)) {
        throw new AlreadyExists(id);
      }
      throw e;
    }
  }

  @Override
  public Optional<ThreadRecord> find(ThreadId id) {
    return transactions.call(em -> find(em, id));
  }

  private static Optional<ThreadRecord> find(EntityManager em, ThreadId id) {
    return em
        .createQuery(
            "select t, r.updatedAt from ThreadRow t left join RunRow r"
                + " on r.threadId = t.threadId and r.runId = t.latestRun"
                + " where t.threadId = :thread"
                + DeletedThreadRow.leftOut(":thread"),
            Object[].class)
        .setParameter("thread", id.key())
        .setHint("org.hibernate.readOnly", true)
        .getResultList()
        .stream()
        .findFirst()
        .map(row -> record((ThreadRow) row[0], (Long) row[1]));
  }

  private static ThreadRecord record(ThreadRow thread, Long latestRunUpdatedAt) {
    return thread.toRecord(StoredJson.readMetadata(thread.custom), latestRunUpdatedAt);
  }

  @Override
  public MediaStore media() {
    return media;
  }

  @Override
  public StoredWindow window(ThreadId id, long after, WindowLimits limits) {
    return transactions.call(em -> MessageWindows.of(em, id.key(), after, limits));
  }

  @Override
  public Optional<Place> place(ThreadId id, String messageId, long after) {
    return transactions.call(em -> MessagePlaces.of(em, id.key(), messageId, after));
  }

  @Override
  public Optional<ClientMessage> ofClient(ThreadId id, String clientId) {
    return transactions.call(em -> MessagePlaces.ofClient(em, id.key(), clientId));
  }

  @Override
  public StoredState state(ThreadId id, RunId runId) {
    List<StateRow> rows =
        transactions.call(
            em ->
                em.createQuery(
                        "select s from StateRow s where s.key.threadId = :thread"
                            + " and s.key.runId in (:shared, :run)"
                            + DeletedThreadRow.leftOut(":thread"),
                        StateRow.class)
                    .setParameter("thread", id.key())
                    .setParameter("shared", StateRow.OF_THREAD)
                    .setParameter("run", runId.value())
                    .setHint("org.hibernate.readOnly", true)
                    .getResultList());
    return rows.isEmpty()
        ? StoredState.NONE
        : new StoredState(values(rows, StateRow.OF_THREAD), values(rows, runId.value()));
  }

  private static PersistedState values(List<StateRow> rows, String runId) {
    return new PersistedState(
        0,
        rows.stream()
            .filter(row -> row.key.runId().equals(runId))
            .collect(
                Collectors.toMap(
                    row -> row.key.name(), row -> StoredJson.readTreeOrMissing(row.body))));
  }

  @Override
  public Page<StoredMessage> messages(MessageQuery query) {
    return transactions.call(em -> MessagePages.page(em, query));
  }

  @Override
  public Page<ThreadSummary> list(ThreadQuery query) {
    return transactions.call(em -> ThreadPages.page(em, query));
  }

  @Override
  public Optional<ThreadRecord> update(ThreadId id, Caller by, ThreadPatch patch) {
    return updates.change(id, by, patch) ? find(id) : Optional.empty();
  }

  @Override
  public List<ThreadId> children(Collection<ThreadId> of, Caller by, int limit) {
    return transactions.call(em -> ThreadPages.children(em, of, by, limit));
  }

  @Override
  public boolean hasChildren(ThreadId id) {
    return transactions.call(em -> ThreadDeletions.hasChildren(em, id));
  }

  @Override
  public List<UnfinishedRun> unfinished(Collection<ThreadId> of, int limit) {
    return transactions.call(em -> deletions.unfinished(em, of, limit));
  }

  @Override
  public Deleted delete(ThreadId id, Caller by, boolean onlyChildless) {
    return transactions.call(em -> deletions.delete(em, id, by, onlyChildless));
  }

  @Override
  public boolean removeDeleted(int rows) {
    return transactions.call(em -> removal.removeSome(em, rows));
  }
}
