package io.awaken.store.jpa.thread;

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
import io.awaken.core.store.thread.ThreadQuery;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadStore.Deleted;
import io.awaken.core.store.thread.ThreadStore.StoredState;
import io.awaken.core.store.thread.ThreadStore.UnfinishedRun;
import io.awaken.core.store.thread.ThreadSummary;
import io.awaken.core.store.thread.WindowLimits;
import io.awaken.store.database.Keys;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.StoredJson;
import io.awaken.store.jpa.rows.ThreadRow;
import io.awaken.store.jpa.rows.ThreadRow.DeletedThreadRow;
import io.awaken.store.jpa.statement.Duplicates;
import io.awaken.store.jpa.statement.SeenThread;
import io.awaken.store.jpa.statement.Statements;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.hibernate.Session;
import org.hibernate.type.StandardBasicTypes;

/** Threads and their messages. */
public final class JpaThreadStore implements ThreadStore {
  /** Maximum rows of a thread that are deleted in one transaction. */
  private static final int AT_ONCE = 2_000;

  private static final String STATE =
      "SELECT s.run_key, s.state_key, s.body FROM awaken_state s WHERE s.thread_key = :thread"
          + " AND s.run_key IN (:shared, :run)"
          + DeletedThreadRow.leftOutSql(":thread");

  private static final String UNFINISHED =
      "SELECT r.thread_id, r.run_id FROM awaken_run r WHERE r.thread_key IN (:threads)"
          + " AND r.status <> 'done'"
          + " ORDER BY CASE WHEN r.status = 'created' THEN 0 ELSE 1 END, r.created_at, r.run_id";
  private final Transactions transactions;
  private final String clock;
  private final ThreadUpdates updates;
  private final Statements statements;
  private final MediaStore media;

  public JpaThreadStore(Transactions transactions, Statements statements) {
    this.transactions = transactions;
    this.clock = statements.clock();
    this.updates = new ThreadUpdates(transactions, statements.threads(), clock);
    this.statements = statements;
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
            return row.toRecord(Map.of(), null, null, null);
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
            "select t, o.runId, r.runId, r.updatedAt from ThreadRow t left join RunRow r"
                + " on r.threadKey = t.threadKey and r.runKey = t.latestRun left join RunRow o"
                + " on o.threadKey = t.threadKey and o.runKey = t.openRun"
                + " where t.threadKey = :thread"
                + DeletedThreadRow.leftOut(":thread"),
            Object[].class)
        .setParameter("thread", Keys.thread(id))
        .setHint("org.hibernate.readOnly", true)
        .getResultList()
        .stream()
        .findFirst()
        .map(JpaThreadStore::record);
  }

  private static ThreadRecord record(Object[] row) {
    var thread = (ThreadRow) row[0];
    return thread.toRecord(
        StoredJson.readMetadata(thread.custom), (String) row[1], (String) row[2], (Long) row[3]);
  }

  @Override
  public MediaStore media() {
    return media;
  }

  @Override
  public StoredWindow window(ThreadId id, long after, WindowLimits limits) {
    return transactions.call(em -> MessageWindows.of(em, Keys.thread(id), after, limits));
  }

  @Override
  public Optional<Place> place(ThreadId id, String messageId, long after) {
    return transactions.call(em -> MessageWindows.place(em, Keys.thread(id), messageId, after));
  }

  @Override
  public Optional<ClientMessage> ofClient(ThreadId id, String clientId) {
    return transactions.call(em -> MessageWindows.ofClient(em, Keys.thread(id), clientId));
  }

  @Override
  public StoredState state(ThreadId id, RunId runId) {
    List<Tuple> rows =
        transactions.call(
            em ->
                em.unwrap(Session.class)
                    .createNativeQuery(STATE, Tuple.class)
                    .addScalar("run_key", StandardBasicTypes.LONG)
                    .addScalar("state_key", StandardBasicTypes.STRING)
                    .addScalar("body", StandardBasicTypes.STRING)
                    .setParameter("thread", Keys.thread(id))
                    .setParameter("shared", Keys.NO_RUN)
                    .setParameter("run", Keys.run(runId))
                    .getResultList());
    return rows.isEmpty()
        ? StoredState.NONE
        : new StoredState(values(rows, Keys.NO_RUN), values(rows, Keys.run(runId)));
  }

  private static PersistedState values(List<Tuple> rows, long runKey) {
    return new PersistedState(
        0,
        rows.stream()
            .filter(row -> row.get(0, Long.class) == runKey)
            .collect(
                Collectors.toMap(
                    row -> row.get(1, String.class),
                    row -> StoredJson.readTreeOrMissing(row.get(2, String.class)))));
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
    return transactions.call(em -> hasChildren(em, id));
  }

  @Override
  public List<UnfinishedRun> unfinished(Collection<ThreadId> of, int limit) {
    return transactions.call(em -> unfinished(em, of, limit));
  }

  @Override
  public Deleted delete(ThreadId id, Caller by, boolean onlyChildless) {
    return transactions.call(em -> delete(em, id, by, onlyChildless));
  }

  @Override
  public boolean removeDeleted(int rows) {
    return transactions.call(em -> statements.removal().removeSome(em, rows));
  }

  private static List<UnfinishedRun> unfinished(
      EntityManager em, Collection<ThreadId> of, int limit) {
    List<?> rows =
        em.createNativeQuery(UNFINISHED)
            .setParameter("threads", of.stream().map(Keys::thread).toList())
            .setMaxResults(limit)
            .getResultList();
    return rows.stream().map(row -> run((Object[]) row)).toList();
  }

  private static UnfinishedRun run(Object[] row) {
    return new UnfinishedRun(ThreadId.ofKey((String) row[0]), new RunId((String) row[1]));
  }

  private Deleted delete(EntityManager em, ThreadId id, Caller by, boolean onlyChildless) {
    statements.threads().hold(em, Keys.thread(id));
    // Under the lock: earlier submissions are visible, later ones create a new thread.
    Deleted deleted =
        Deletion.decide(
            mayWrite(em, id, by),
            !unfinished(em, List.of(id), 1).isEmpty(),
            onlyChildless && hasChildren(em, id));
    if (deleted == Deleted.DELETED) {
      statements.removal().delete(em, Keys.thread(id), AT_ONCE);
    }
    return deleted;
  }

  /** Returns whether the caller may write to a thread whose row is locked. */
  static boolean mayWrite(EntityManager em, ThreadId id, Caller by) {
    return em
        .createQuery(
            "select " + ThreadRow.ACCESS + " from ThreadRow t where t.threadKey = :thread",
            Object[].class)
        .setParameter("thread", Keys.thread(id))
        .getResultList()
        .stream()
        .anyMatch(row -> ThreadRow.access(row, 0).allows(by, ThreadAction.WRITE));
  }

  static boolean hasChildren(EntityManager em, ThreadId id) {
    return !em.createQuery(
            "select t.threadId from ThreadRow t where t.parentThreadId = :thread", String.class)
        .setParameter("thread", id.key())
        .setMaxResults(1)
        .getResultList()
        .isEmpty();
  }
}
