package io.awaken.store.jpa.document;

import io.awaken.core.store.document.DocumentStore;
import io.awaken.core.store.document.DocumentStore.StoredDocument;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.Duplicates;
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
  private static final String READ = "SELECT body FROM awaken_document WHERE hash = :hash";

  private static final long CERTAIN_NANOS = Duration.ofHours(1).toNanos();
  private final Transactions transactions;
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
    this.nanos = nanos;
    write =
        product.upsert(
            "awaken_document",
            List.of("hash"),
            List.of("body", "created_at"),
            ":hash, :body, " + product.clockMillis());
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
                em -> Sql.update(em, write, "hash", document.hash(), "body", document.body())));
    synchronized (known) {
      known.remove(document.hash());
      known.put(document.hash(), before);
    }
  }

  @Override
  public Optional<StoredDocument> find(String hash) {
    return AmbiguousCommits.call(transactions, em -> Sql.text(em, READ, "hash", hash))
        .map(body -> new StoredDocument(hash, body));
  }
}
