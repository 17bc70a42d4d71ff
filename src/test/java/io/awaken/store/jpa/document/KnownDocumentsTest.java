package io.awaken.store.jpa.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.store.document.DocumentStore.StoredDocument;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.store.jpa.rows.RunRow;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A node relies on a document only while no node can have deleted it. */
@Failures("F13")
class KnownDocumentsTest {

  private static final StoredDocument DOCUMENT = new StoredDocument("hash", "{}");

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);

  @Test
  void storedDocumentsAreRefreshedAfterAnHour() {
    try (var database = Databases.h2()) {
      var documents =
          new JpaDocumentStore(
              database.transactions(List.of(RunRow.class)),
              database.database().product(),
              nanos::get);
      assertThat(documents.knows(DOCUMENT)).isFalse();
      documents.store(DOCUMENT);
      assertThat(documents.knows(DOCUMENT)).isTrue();
      database.execute("UPDATE awaken_document SET created_at = 1");

      pass(Duration.ofMinutes(59));
      documents.store(DOCUMENT);
      assertThat(writtenAt(database)).isEqualTo(1);

      pass(Duration.ofMinutes(1));
      assertThat(documents.knows(DOCUMENT)).isFalse();
      documents.store(DOCUMENT);
      assertThat(writtenAt(database)).isGreaterThan(1);
      assertThat(database.number("SELECT count(*) FROM awaken_document")).isEqualTo(1);
    }
  }

  @Test
  @Failures("F18")
  void anOutageClearsTheKnownDocuments() {
    try (var database = Databases.h2()) {
      var documents =
          new JpaDocumentStore(
              database.transactions(List.of(RunRow.class)),
              database.database().product(),
              nanos::get);
      documents.store(DOCUMENT);
      database.execute("DELETE FROM awaken_document");

      documents.forget();

      assertThat(documents.knows(DOCUMENT)).isFalse();
      documents.store(DOCUMENT);
      assertThat(database.number("SELECT count(*) FROM awaken_document")).isEqualTo(1);
    }
  }

  @Test
  void theOldestKnownDocumentIsEvicted() {
    try (var database = Databases.h2()) {
      var documents =
          new JpaDocumentStore(
              database.transactions(List.of(RunRow.class)),
              database.database().product(),
              nanos::get);
      documents.store(DOCUMENT);
      for (int i = 0; i < 1_024; i++) {
        documents.store(new StoredDocument("other-" + i, "{}"));
      }

      assertThat(documents.knows(DOCUMENT)).isFalse();
      assertThat(documents.knows(new StoredDocument("other-1", "{}"))).isTrue();
    }
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private static long writtenAt(Databases.Fresh database) {
    return database.number("SELECT created_at FROM awaken_document");
  }
}
