package io.awaken.store.jpa.document;

import io.awaken.core.store.document.DocumentStore;
import io.awaken.core.store.document.StoredDocument;
import io.awaken.core.store.job.MailboxStore.Collected;
import io.awaken.core.store.job.RowPosition;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.DocumentRow;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.Duplicates;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Documents of runs. A row older than a day may be deleted when no run refers to it. Nodes refresh
 * its time hourly, so they never rely on an expiring row.
 */
public final class JpaDocumentStore implements DocumentStore {
  private static final int KNOWN = 1_024;
  private static final long CERTAIN_NANOS = Duration.ofHours(1).toNanos();
  private static final String PLACE = "(x.created_at, x.hash)";
  private static final String OLD =
      " FROM awaken_document x WHERE x.created_at < :before AND " + PLACE + " > (:at, :id)";
  private static final String SELECT =
      "SELECT x.created_at, x.hash" + OLD + " ORDER BY x.created_at, x.hash LIMIT :most";
  private static final String DELETE =
      "DELETE"
          + OLD
          + " AND "
          + PLACE
          + " <= (:lastAt, :lastId) AND NOT EXISTS"
          + " (SELECT 1 FROM awaken_document_use u WHERE u.hash = x.hash)";
  private final Transactions transactions;
  private final String clock;
  private final String write;
  private final LongSupplier nanos;

  /** When this node stored each document, oldest evicted first. Guarded by itself. */
  private final Map<String, Long> known =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > KNOWN;
        }
      };

  public JpaDocumentStore(Transactions transactions, DatabaseProduct product) {
    this(transactions, product, System::nanoTime);
  }

  /**
   * @param nanos a monotonic clock in nanoseconds
   */
  public JpaDocumentStore(Transactions transactions, DatabaseProduct product, LongSupplier nanos) {
    this.transactions = transactions;
    this.clock = product.clockMillis();
    this.nanos = nanos;
    write =
        product.upsert(
            "awaken_document",
            List.of("hash"),
            List.of("body", "created_at"),
            ":hash, :body, " + clock);
  }

  /** Returns whether the document will certainly exist for several hours. */
  boolean knows(StoredDocument document) {
    synchronized (known) {
      Long since = known.get(document.hash());
      return since != null && nanos.getAsLong() - since < CERTAIN_NANOS;
    }
  }

  /** After an outage the database may be a standby that lacks the last transactions. */
  public void forget() {
    synchronized (known) {
      known.clear();
    }
  }

  @Override
  public void store(StoredDocument document) {
    if (knows(document)) {
      return;
    }
    long before = nanos.getAsLong();
    // Another node may store it at the same moment; this one updates the time.
    Duplicates.retried(
        () ->
            transactions.call(
                em ->
                    em.createNativeQuery(write)
                        .setParameter("hash", document.hash())
                        .setParameter("body", document.body())
                        .executeUpdate()));
    synchronized (known) {
      known.remove(document.hash());
      known.put(document.hash(), before);
    }
  }

  @Override
  public Optional<StoredDocument> find(String hash) {
    DocumentRow row =
        AmbiguousCommits.settle(() -> transactions.call(em -> em.find(DocumentRow.class, hash)));
    return Optional.ofNullable(row).map(found -> new StoredDocument(found.hash, found.body));
  }

  /** Deletes unreferenced documents of a page of at most {@code limit} rows. */
  public Collected collect(Duration olderThan, RowPosition after, int limit) {
    return transactions.call(em -> collect(em, olderThan.toMillis(), after, limit));
  }

  private Collected collect(EntityManager em, long olderThan, RowPosition after, int limit) {
    Object now = em.createNativeQuery("SELECT " + clock + " AS instant").getSingleResult();
    long before = ((Number) now).longValue() - olderThan;
    List<?> rows =
        em.createNativeQuery(SELECT)
            .setParameter("before", before)
            .setParameter("at", after.at())
            .setParameter("id", after.id())
            .setParameter("most", limit)
            .getResultList();
    if (rows.isEmpty()) {
      return new Collected(0, null);
    }
    Object[] row = (Object[]) rows.getLast();
    var last = new RowPosition(((Number) row[0]).longValue(), (String) row[1]);
    int removed =
        em.createNativeQuery(DELETE)
            .setParameter("before", before)
            .setParameter("at", after.at())
            .setParameter("id", after.id())
            .setParameter("lastAt", last.at())
            .setParameter("lastId", last.id())
            .executeUpdate();
    return new Collected(removed, rows.size() < limit ? null : last);
  }
}
