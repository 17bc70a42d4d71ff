package io.awaken.store.jpa;

import io.awaken.core.commit.StoredState;
import io.awaken.core.commit.ThreadStore;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.state.PersistedState;
import io.awaken.store.database.Transactions;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Threads and their messages. */
final class JpaThreadStore implements ThreadStore {
  private final Transactions transactions;
  private final String clock;

  JpaThreadStore(Transactions transactions, String clock) {
    this.transactions = transactions;
    this.clock = clock;
  }

  @Override
  public ThreadRecord create(
      ThreadId id, Caller owner, String title, String resourceId, ThreadId parentThreadId) {
    try {
      return transactions.call(
          em -> {
            var seen = SeenThread.look(em, clock, id);
            if (seen.exists()) {
              throw new AlreadyExists(id);
            }
            var row = new ThreadRow(id, owner.tenant(), owner.subject(), seen.now());
            row.title = title;
            row.resourceId = resourceId;
            row.parentThreadId = parentThreadId == null ? null : parentThreadId.value();
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
                + " where t.threadId = :thread",
            Object[].class)
        .setParameter("thread", id.value())
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
  public List<Message> history(ThreadId id) {
    List<String> bodies =
        transactions.call(
            em ->
                em.createQuery(
                        "select m.body from MessageRow m where m.key.threadId = :thread"
                            + " order by m.key.sequence",
                        String.class)
                    .setParameter("thread", id.value())
                    .getResultList());
    return bodies.stream().map(StoredJson::readMessage).toList();
  }

  @Override
  public StoredState state(ThreadId id, RunId runId) {
    List<StateRow> rows =
        transactions.call(
            em ->
                em.createQuery(
                        "select s from StateRow s where s.key.threadId = :thread"
                            + " and s.key.runId in (:shared, :run)",
                        StateRow.class)
                    .setParameter("thread", id.value())
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
  public List<StoredMessage> messages(
      ThreadId id, long afterSequence, int limit, boolean includeInternal) {
    List<Object[]> rows =
        transactions.call(
            em ->
                em.createQuery(
                        "select m.key.sequence, m.body from MessageRow m"
                            + " where m.key.threadId = :thread and m.key.sequence > :after"
                            + (includeInternal ? "" : " and m.hidden = false")
                            + " order by m.key.sequence",
                        Object[].class)
                    .setParameter("thread", id.value())
                    .setParameter("after", afterSequence)
                    .setMaxResults(limit)
                    .getResultList());
    return rows.stream()
        .map(row -> new StoredMessage((Long) row[0], StoredJson.readMessage((String) row[1])))
        .toList();
  }
}
