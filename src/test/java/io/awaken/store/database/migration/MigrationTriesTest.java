package io.awaken.store.database.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Databases;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class MigrationTriesTest {
  private static final MigrationTries THREE = new MigrationTries(3, Duration.ZERO);
  private static final String WAITS =
      "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database() AND query LIKE '%s%%awaken_job%%'";

  @Test
  void aMigrationThatDeadlocksWithANodeIsRepeated() throws Exception {
    try (Databases.Fresh fresh = Databases.postgres();
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        var log = new CapturedLog(MigrationTries.class.getName());
        Connection node = fresh.dataSource().getConnection();
        Connection reader = fresh.dataSource().getConnection()) {
      fresh.execute("ALTER TABLE awaken_job DROP COLUMN deadline_at");
      fresh.execute("ALTER TABLE awaken_run DROP COLUMN time_left");
      fresh.execute("DELETE FROM awaken_change WHERE id = 'run-time'");
      // Only the migration checks for deadlocks, so it becomes the victim.
      execute(node, "SET deadlock_timeout = '10min'");
      node.setAutoCommit(false);
      reader.setAutoCommit(false);
      execute(node, "UPDATE awaken_run SET steps = 1");
      execute(reader, "LOCK TABLE awaken_job IN SHARE MODE");

      Future<?> migrated = threads.submit(() -> Migrations.run(fresh.dataSource()));
      await(fresh, WAITS.formatted("ALTER TABLE"));
      Future<?> written = threads.submit(() -> execute(node, "UPDATE awaken_job SET priority = 1"));
      await(fresh, WAITS.formatted("UPDATE"));
      reader.rollback();

      written.get();
      node.commit();
      migrated.get();
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("blocked the migration", "deadlock");
      assertThat(fresh.number("SELECT COUNT(deadline_at) FROM awaken_job")).isZero();
      assertThat(fresh.number("SELECT COUNT(time_left) FROM awaken_run")).isZero();
      assertThat(fresh.number("SELECT COUNT(*) FROM awaken_change WHERE id = 'run-time'")).isOne();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "40P01, 3, deadlock detected",
    "55P03, 3, lock not available",
    "42P07, 1, relation already exists",
    "53100, 1, disk full",
    "08006, 1, connection failure"
  })
  void onlyWhatWasLostOverALockIsTriedAgainAndNotForever(String state, int tries, String why)
      throws SQLException {
    var tried = new AtomicInteger();
    try (Databases.Fresh fresh = Databases.h2();
        Connection connection = fresh.dataSource().getConnection();
        var log = new CapturedLog(MigrationTries.class.getName())) {
      assertThatThrownBy(
              () ->
                  THREE.run(
                      connection,
                      () -> {
                        tried.incrementAndGet();
                        throw new IllegalStateException("change set x", failure(why, state));
                      }))
          .hasMessage("change set x");
      assertThat(log.warnings()).hasSize(tries - 1);
    }
    assertThat(tried).hasValue(tries);
  }

  @Test
  void aFailedAttemptIsRolledBackBeforeTheNext() throws Exception {
    var tried = new AtomicInteger();
    try (Databases.Fresh fresh = Databases.h2();
        Connection connection = fresh.dataSource().getConnection();
        var log = new CapturedLog(MigrationTries.class.getName())) {
      execute(connection, "CREATE TABLE tried (number INT)");
      THREE.run(
          connection,
          () -> {
            connection.setAutoCommit(false);
            execute(connection, "INSERT INTO tried VALUES (" + tried.incrementAndGet() + ")");
            if (tried.get() == 1) {
              throw failure("deadlock detected", "40P01");
            }
            connection.commit();
          });
      assertThat(log.warnings()).hasSize(1);
      assertThat(fresh.text("SELECT LISTAGG(number) FROM tried")).isEqualTo("2");
    }
  }

  private static SQLException failure(String why, String state) {
    return new SQLException(why, state);
  }

  private static Void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
    return null;
  }

  private static void await(Databases.Fresh fresh, String condition) {
    while (fresh.number(condition) == 0) {
      Thread.onSpinWait();
    }
  }
}
