package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.RunId;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.job.QueueStore.Collectable;
import io.awaken.core.store.job.RowPosition;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** F50: the reads to claim a run grow neither with the queue nor with dead rows. */
@BesideOthers
class QueueReadsTest {

  private static final int ROOM = 64;

  @Test
  void aLongQueueCostsNoMoreThanAShortOneOnH2() {
    assertBounded(Databases.h2());
  }

  @Test
  void aLongQueueCostsNoMoreThanAShortOneOnPostgreSql() {
    assertBounded(Databases.postgres());
  }

  private static void assertBounded(Databases.Fresh database) {
    try (var rows = new QueuedRows(database)) {
      rows.fill(100);
      List<String> few = costs(rows);
      for (String table : List.of("job", "run", "thread")) {
        database.execute("DELETE FROM awaken_" + table);
      }
      rows.fill(5_000);
      List<String> many = costs(rows);

      assertThat(many).hasSameSizeAs(few);
      assertThat(many).filteredOn(QueueReadsTest::readsTheQueue).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Nightly("ten thousand rows")
  void tenThousandJobsThatAreNotDueAreNotRead(PoisonedJobsTest.Engine engine) throws SQLException {
    try (var rows = engine.open()) {
      rows.fill(10_000);
      rows.database.execute("UPDATE awaken_job SET available_at = 9000000000000");
      assertFoundBehind(rows, 1);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Nightly("ten thousand rows")
  void onlyPartOfTenThousandJobsOfABusyThreadIsRead(PoisonedJobsTest.Engine engine)
      throws SQLException {
    try (var rows = engine.open()) {
      rows.fill(10_000);
      rows.database.execute("UPDATE awaken_run SET thread_key = key_of_thread('f1')");
      rows.database.execute("UPDATE awaken_job SET thread_key = key_of_thread('f1')");
      rows.database.execute("UPDATE awaken_thread SET slot_job = 'x' WHERE thread_id = 'f1'");
      assertFoundBehind(rows, 2);
    }
  }

  /**
   * Asserts the number of reads to find a job behind all these; no further read shows that it is
   * the last.
   */
  private static void assertFoundBehind(QueuedRows rows, int reads) {
    RunId due = rows.queue("due");
    rows.database.execute("UPDATE awaken_job SET created_at = 1 WHERE job_id LIKE 'f%'");
    rows.database.execute("ANALYZE");
    rows.counter.reset();
    assertThat(rows.mailbox().claims().due(ROOM)).extracting(Candidate::runId).containsExactly(due);
    assertThat(rows.counter.executions()).filteredOn(QueueReadsTest::readsTheQueue).hasSize(reads);
  }

  /** Threads whose open run is behind 12 or 600 queued messages. */
  @ParameterizedTest
  @EnumSource
  void resumableRunsAreFoundBehindQueuedMessages(PoisonedJobsTest.Engine engine)
      throws SQLException {
    for (int threads : List.of(50, 1)) {
      try (var rows = engine.open()) {
        rows.fill(600 + threads);
        String number = "CAST(SUBSTRING(job_id, 2) AS INT)";
        String thread = "'f' || (1 + MOD(" + number + ", " + threads + "))";
        String last = number + " > 600";
        rows.database.execute("UPDATE awaken_job SET thread_key = key_of_thread(" + thread + ")");
        rows.database.execute("UPDATE awaken_run SET thread_key = key_of_thread(" + thread + ")");
        rows.database.execute("UPDATE awaken_job SET created_at = 1 WHERE NOT " + last);
        rows.database.execute("UPDATE awaken_job SET created_at = 2 WHERE " + last);
        rows.database.execute(
            "UPDATE awaken_thread SET open_run = (SELECT run_key FROM awaken_job j WHERE "
                + "j.thread_key = awaken_thread.thread_key AND "
                + last
                + ")");

        assertThat(rows.mailbox().claims().due(ROOM))
            .hasSize(threads)
            .extracting(due -> Integer.parseInt(due.runId().value().substring(1)))
            .allMatch(run -> run > 600);
      }
    }
  }

  @Test
  void jobsThatAreNotDueAreSkippedWithinTheIndex() throws SQLException {
    Databases.Fresh database = Databases.postgres();
    try (var rows = new QueuedRows(database)) {
      rows.fill(10_000);
      database.execute("UPDATE awaken_job SET available_at = 9000000000000");
      database.execute("VACUUM ANALYZE");
      rows.counter.reset();
      assertThat(rows.mailbox().claims().due(ROOM)).isEmpty();
      String due =
          rows.counter.executions().stream()
              .filter(QueueReadsTest::readsTheQueue)
              .findFirst()
              .orElseThrow();

      String look = due.replace("?", "''");
      // Index pages only: the table has several times as many.
      assertThat(pages(database, look))
          .isLessThan(
              database.number(
                  "SELECT relpages + 20 FROM pg_class WHERE relname = 'awaken_queue_order'"));
    }
  }

  private static boolean readsTheQueue(String sql) {
    return sql.contains("AS lap");
  }

  private static List<String> costs(QueuedRows rows) {
    rows.counter.reset();
    assertThat(rows.node(ROOM).claimDue()).isEqualTo(ROOM);
    return rows.counter.executions();
  }

  /** An old snapshot keeps every dead row, but the queue is still read through its index. */
  @Test
  @Failures("F50")
  void anOldTransactionDoesNotMakeANodeReadTheWholeQueue() throws SQLException {
    Databases.Fresh database = Databases.postgres();
    try (var rows = new QueuedRows(database);
        Connection old = database.dataSource().getConnection()) {
      rows.fill(5_000);
      old.setAutoCommit(false);
      old.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      try (var statement = old.createStatement()) {
        statement.executeQuery("SELECT COUNT(*) FROM awaken_job").close();
      }
      for (int i = 0; i < 3; i++) {
        database.execute("UPDATE awaken_job SET updated_at = updated_at + 1");
      }
      database.execute("ANALYZE");

      String due =
          costs(rows).stream().filter(QueueReadsTest::readsTheQueue).findFirst().orElseThrow();

      List<String> plan = plan(database, due.replace("?", "''"));
      assertThat(plan).anyMatch(line -> line.contains("Index Scan using awaken_queue_order"));
      old.rollback();
    }
  }

  @Test
  void oldRowsAreFoundByIndex() throws SQLException {
    Databases.Fresh database = Databases.postgres();
    try (var rows = new QueuedRows(database)) {
      rows.fill(5_000);
      database.execute("UPDATE awaken_job SET status = 'accepted', updated_at = available_at");
      database.execute("ANALYZE");
      rows.counter.reset();
      rows.mailbox()
          .queue()
          .collect(Collectable.ENDED_JOBS, Duration.ofHours(1), RowPosition.START, 500);

      String look = rows.counter.executions().getLast();

      assertThat(look).contains("LIMIT");
      // No row is older than time zero.
      String asked =
          look.replaceFirst("\\?", "1")
              .replaceFirst("\\?", "1")
              .replaceFirst("\\?", "0")
              .replaceFirst("\\?", "''");
      assertThat(plan(database, asked.replace("?", "500")))
          .anyMatch(line -> line.contains("Scan using awaken_job_by_age"))
          .noneMatch(line -> line.contains("Seq Scan"));
    }
  }

  /** Pages read to find the first runs: at most twice as many with dead rows. */
  @Test
  @Failures("F50")
  void anOldTransactionAtMostDoublesTheCostOfReadingTheQueue() throws SQLException {
    Databases.Fresh database = Databases.postgres();
    try (var rows = new QueuedRows(database);
        Connection old = database.dataSource().getConnection()) {
      rows.fill(5_000);
      database.execute("VACUUM ANALYZE");
      String due =
          costs(rows).stream().filter(QueueReadsTest::readsTheQueue).findFirst().orElseThrow();
      String look = due.replace("?", "''");
      long before = pages(database, look);
      old.setAutoCommit(false);
      old.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      try (var statement = old.createStatement()) {
        statement.executeQuery("SELECT COUNT(*) FROM awaken_job").close();
      }
      for (int i = 0; i < 20; i++) {
        rows.node(ROOM).claimDue();
      }

      assertThat(pages(database, look)).isLessThanOrEqualTo(2 * before);
      old.rollback();
    }
  }

  private static long pages(Databases.Fresh database, String sql) throws SQLException {
    plan(database, sql);
    String all =
        plan(database, sql).stream()
            .filter(line -> line.contains("Buffers: shared hit="))
            .findFirst()
            .orElseThrow();
    return Long.parseLong(all.replaceFirst(".*shared hit=(\\d+).*", "$1"));
  }

  private static List<String> plan(Databases.Fresh database, String sql) throws SQLException {
    var plan = new ArrayList<String>();
    try (Connection connection = database.dataSource().getConnection();
        var statement = connection.createStatement();
        var lines = statement.executeQuery("EXPLAIN (ANALYZE, BUFFERS) " + sql)) {
      while (lines.next()) {
        plan.add(lines.getString(1));
      }
    }
    return plan;
  }
}
