package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Databases;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MigrationsTest {
  private static final String LOCK =
      "UPDATE DATABASECHANGELOGLOCK SET LOCKED = TRUE, LOCKEDBY = 'gone (10.0.0.9)', LOCKGRANTED ="
          + " ";
  private static final String LOCKS =
      "SELECT COUNT(*) FROM DATABASECHANGELOGLOCK WHERE LOCKED = TRUE";

  @Test
  void nodesThatStartTogetherMigrateOnce() throws Exception {
    try (Databases.Fresh fresh = Databases.emptyPostgres();
        var nodes = Executors.newVirtualThreadPerTaskExecutor()) {
      var started =
          IntStream.range(0, 4)
              .<Future<?>>mapToObj(n -> nodes.submit(() -> Migrations.run(fresh.dataSource())))
              .toList();
      for (Future<?> node : started) {
        node.get();
      }
      assertThat(fresh.number("SELECT COUNT(*) - COUNT(DISTINCT ID) FROM DATABASECHANGELOG"))
          .isZero();
      assertThat(fresh.number(LOCKS)).isZero();
      assertThat(fresh.number("SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory'"))
          .isZero();
    }
  }

  @Test
  void theLockOfADeadNodeIsReleasedOnPostgreSql() {
    try (Databases.Fresh fresh = Databases.postgres()) {
      fresh.execute(LOCK + "CURRENT_TIMESTAMP");
      forgetOneChange(fresh);
      Migrations.run(fresh.dataSource());
      assertThat(fresh.number(LOCKS)).isZero();
    }
  }

  @Test
  void aLockOlderThanThisProcessIsReleasedOnH2() {
    try (Databases.Fresh fresh = Databases.h2()) {
      fresh.execute(LOCK + "TIMESTAMP '2026-01-01 00:00:00'");
      forgetOneChange(fresh);
      Migrations.run(fresh.dataSource());
      assertThat(fresh.number(LOCKS)).isZero();
      assertThat(fresh.number("SELECT COUNT(*) FROM DATABASECHANGELOG WHERE ID = 'h2-clock'"))
          .isEqualTo(1);
    }
  }

  /** With nothing to do Liquibase does not look at the lock at all. */
  private static void forgetOneChange(Databases.Fresh fresh) {
    fresh.execute("DELETE FROM DATABASECHANGELOG WHERE ID = 'h2-clock'");
  }
}
