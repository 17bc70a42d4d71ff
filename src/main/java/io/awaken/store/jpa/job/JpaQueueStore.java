package io.awaken.store.jpa.job;

import io.awaken.core.store.job.Collectable;
import io.awaken.core.store.job.JobQuery;
import io.awaken.core.store.job.JobRecord;
import io.awaken.core.store.job.MailboxStore.Collected;
import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.core.store.job.MailboxStore.Waiting;
import io.awaken.core.store.job.QueueStore;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.job.RowPosition;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.document.JpaDocumentStore;
import io.awaken.store.jpa.statement.Statements;
import java.time.Duration;

/** The queue and its dead letters. */
public final class JpaQueueStore implements QueueStore {
  private final Transactions transactions;
  private final Redrives redrives;
  private final OldRows oldRows;
  private final JpaDocumentStore documents;
  private final String waiting;

  public JpaQueueStore(
      Transactions transactions,
      Statements statements,
      Settings settings,
      JpaDocumentStore documents) {
    this.transactions = transactions;
    this.documents = documents;
    redrives = new Redrives(transactions, statements, settings);
    oldRows = new OldRows(transactions, statements.clock());
    // Evaluated once, so that an index can use it.
    String now = "(SELECT " + statements.clock() + ")";
    waiting =
        "SELECT EXISTS (SELECT 1 FROM awaken_queue q WHERE q.available_at <= "
            + now
            + "), EXISTS (SELECT 1"
            + LeaseRenewal.CLAIMED
            + " JOIN awaken_thread t ON t.thread_id = j.thread_id WHERE j.status = 'claimed'"
            + " AND (j.lease_until < "
            + now
            + " OR j.generation < t.generation OR j.deadline_at < "
            + now
            + ")), EXISTS (SELECT 1 FROM awaken_suspension s WHERE"
            + " s.status = 'open' AND s.expires_at <= "
            + now
            + "), EXISTS (SELECT 1 FROM awaken_deleted_thread), "
            + statements.outbox().waiting();
  }

  @Override
  public Page<JobRecord> jobs(JobQuery query) {
    return transactions.call(em -> JobLists.page(em, query));
  }

  @Override
  public SubmitResult redrive(Redrive redrive) {
    return redrives.redrive(redrive);
  }

  @Override
  public Collected collect(Collectable what, Duration olderThan, RowPosition after, int limit) {
    return what == Collectable.DOCUMENTS
        ? documents.collect(olderThan, after, limit)
        : oldRows.collect(what, olderThan, after, limit);
  }

  @Override
  public Waiting waiting() {
    Object[] row =
        transactions.call(em -> (Object[]) em.createNativeQuery(waiting).getSingleResult());
    return new Waiting(
        (Boolean) row[0], (Boolean) row[1], (Boolean) row[2], (Boolean) row[3], (Boolean) row[4]);
  }

  @Override
  public long queueDepth() {
    return transactions.call(
        em ->
            ((Number) em.createNativeQuery("SELECT count(*) FROM awaken_queue").getSingleResult())
                .longValue());
  }
}
