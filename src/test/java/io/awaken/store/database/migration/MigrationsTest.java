package io.awaken.store.database.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.awaken.fixture.Databases;
import io.awaken.fixture.MostlyWaiting;
import io.awaken.fixture.WatchedDataSource;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.DatabaseRefused;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import liquibase.Liquibase;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.ClassLoaderResourceAccessor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@MostlyWaiting
class MigrationsTest {
  private static final String LOCK =
      "UPDATE DATABASECHANGELOGLOCK SET LOCKED = TRUE, LOCKEDBY = 'gone (10.0.0.9)', LOCKGRANTED ="
          + " ";
  private static final String WAITS =
      "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database() AND query LIKE '%awaken_job_age%'";
  private static final String ADVISORY_LOCKS =
      "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory'"
          + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
  private static final String LOCKS =
      "SELECT COUNT(*) FROM DATABASECHANGELOGLOCK WHERE LOCKED = TRUE";

  @Test
  void nodesThatStartConcurrentlyMigrateOnce() throws Exception {
    try (Databases.Fresh fresh = Databases.emptyPostgres();
        var nodes = Executors.newVirtualThreadPerTaskExecutor()) {
      var started =
          IntStream.range(0, 4)
              .<Future<?>>mapToObj(n -> nodes.submit(() -> Migrations.run(fresh.dataSource())))
              .toList();
      for (Future<?> node : started) {
        node.get();
      }
      assertThat(fresh.number("SELECT COUNT(*) - COUNT(DISTINCT ID) FROM awaken_change")).isZero();
      assertThat(fresh.number(LOCKS)).isZero();
      assertThat(fresh.number(ADVISORY_LOCKS)).isZero();
    }
  }

  @Test
  void aMigrationBesideThatOfAnotherDatabaseReleasesItsLock() throws Exception {
    try (Databases.Fresh first = Databases.h2();
        Databases.Fresh other = Databases.h2()) {
      forgetOneChange(first);
      Thread beside = new Thread(() -> Migrations.run(other.dataSource()));

      Migrations.run(WatchedDataSource.of(first.dataSource(), new WhileChanging(beside)));
      beside.join();

      assertThat(first.number(LOCKS)).isZero();
    }
  }

  /** Starts a thread when a migration changes something; goes on when it ended or needs a lock. */
  private record WhileChanging(Thread other) implements WatchedDataSource.Watcher {

    @Override
    public void execution(Connection connection, String sql) {
      if (sql.contains("INSERT") && other.getState() == Thread.State.NEW) {
        other.start();
        while (other.isAlive()
            && !(LockSupport.getBlocker(other) instanceof AbstractQueuedSynchronizer)) {
          Thread.onSpinWait();
        }
      }
    }

    @Override
    public void beforeCommit(Connection connection) {}

    @Override
    public void afterCommit(Connection connection) {}
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
      assertThat(fresh.number("SELECT COUNT(*) FROM awaken_change WHERE ID = 'h2-clock'"))
          .isEqualTo(1);
    }
  }

  @Test
  void nodesOfThePreviousVersionWorkWhileTheQueueGetsItsIndex() throws Exception {
    try (Databases.Fresh fresh = Databases.postgres();
        var node = Executors.newSingleThreadExecutor();
        Connection reader = fresh.dataSource().getConnection()) {
      fresh.execute("CREATE INDEX awaken_job_age ON awaken_job (created_at)");
      fresh.execute("DELETE FROM awaken_change WHERE ID = 'job-age-postgresql'");
      reader.setAutoCommit(false);
      reader.createStatement().executeQuery("SELECT 1 FROM awaken_job").close();

      Future<?> migrated = node.submit(() -> Migrations.run(fresh.dataSource()));
      // The old indexes are dropped when no session can be using them.
      while (fresh.number(WAITS) == 0) {
        Thread.onSpinWait();
      }
      fresh.execute("SET lock_timeout = '1s'; UPDATE awaken_job SET priority = 1");
      fresh.execute("SET lock_timeout = '1s'; SELECT COUNT(*) FROM awaken_job");
      assertThat(migrated).isNotDone();
      reader.rollback();
      migrated.get();

      assertThat(
              fresh.text(
                  "SELECT string_agg(c.relname, ' ' ORDER BY c.relname) FROM pg_index i"
                      + " JOIN pg_class c ON c.oid = i.indexrelid AND i.indisvalid"
                      + " WHERE c.relname LIKE 'awaken_job_%' AND NOT i.indisprimary"))
          .isEqualTo("awaken_job_age awaken_job_by_age");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aNodeOfAnEarlierVersionIsRefusedWithOneClearLine(DatabaseProduct product) throws Exception {
    try (Databases.Fresh fresh = Databases.of(product);
        Connection connection = fresh.dataSource().getConnection()) {
      @SuppressWarnings("resource")
      var earlier =
          new Liquibase(
              Migrations.CHANGELOG,
              new ClassLoaderResourceAccessor(),
              DatabaseFactory.getInstance()
                  .findCorrectDatabaseImplementation(new JdbcConnection(connection)));

      assertThatThrownBy(
              () ->
                  Migrations.inScope(
                      () -> {
                        earlier.update("");
                        return null;
                      }))
          .extracting(Throwable::getMessage, STRING)
          .hasLineCount(1)
          .contains("This database belongs to a later version of Awaken, start that one");
    }
  }

  @Test
  void theReasonOfAFailedMigrationIsReportedEvenIfTheConnectionBreaks() {
    try (Databases.Fresh fresh = Databases.h2()) {
      DataSource breaking =
          proxy(
              DataSource.class,
              fresh.dataSource(),
              (real, call, arguments) -> breaking((Connection) call.invoke(real, arguments)));

      assertThatThrownBy(() -> Migrations.run(breaking))
          .isInstanceOf(DatabaseRefused.class)
          .hasMessageContaining("the disk is full")
          .rootCause()
          .hasSuppressedException(new SQLException("the connection is broken"));
    }
  }

  @Test
  void aMigrationThatFailsBetweenChangesKeepsNoLock() {
    try (Databases.Fresh fresh = Databases.postgres()) {
      fresh.execute("ALTER TABLE awaken_change RENAME COLUMN dateexecuted TO executed");
      forgetOneChange(fresh);

      assertThatThrownBy(() -> Migrations.run(fresh.dataSource()))
          .isInstanceOf(DatabaseRefused.class);

      assertThat(fresh.number(ADVISORY_LOCKS)).isZero();
    }
  }

  @Test
  void aFailedMigrationNamesTheChangeAndTheRootCauseInOneLine() {
    try (Databases.Fresh fresh = Databases.postgres()) {
      fresh.execute("DELETE FROM awaken_change WHERE ID = 'thread-key-of-thread'");
      fresh.execute("ALTER TABLE awaken_thread RENAME COLUMN parent_thread_id TO parent");

      assertThatThrownBy(() -> Migrations.run(fresh.dataSource()))
          .isInstanceOf(DatabaseRefused.class)
          .extracting(Throwable::getMessage, STRING)
          .hasLineCount(1)
          .contains("thread-key-of-thread")
          .endsWith(
              "Root cause: ERROR: column \"parent_thread_id\" of relation \"awaken_thread\" does"
                  + " not exist");
    }
  }

  @Test
  void aFailureWithoutAMessageIsReportedByItsType() {
    try (Databases.Fresh fresh = Databases.h2()) {
      DataSource failing =
          proxy(
              DataSource.class,
              fresh.dataSource(),
              (real, call, arguments) -> {
                throw new SQLException();
              });

      assertThatThrownBy(() -> Migrations.run(failing))
          .hasMessageEndingWith("could not be migrated: java.sql.SQLException");
    }
  }

  /** A connection that fails once a migration begins. */
  private static Connection breaking(Connection real) {
    var begun = new AtomicBoolean();
    return proxy(
        Connection.class,
        real,
        (connection, call, arguments) -> {
          boolean limits = call.getName().equals("setNetworkTimeout");
          if (call.getName().equals("close") || limits && begun.compareAndSet(false, true)) {
            return call.invoke(connection, arguments);
          }
          if (begun.get()) {
            throw new SQLException(limits ? "the connection is broken" : "the disk is full");
          }
          return call.invoke(connection, arguments);
        });
  }

  private static <T> T proxy(Class<T> type, T real, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, call, arguments) -> handler.handle(real, call, arguments)));
  }

  @FunctionalInterface
  private interface Handler {
    Object handle(Object real, Method call, Object[] arguments) throws Throwable;
  }

  /** Without pending changes Liquibase does not check the lock. */
  private static void forgetOneChange(Databases.Fresh fresh) {
    fresh.execute("DELETE FROM awaken_change WHERE ID = 'h2-clock'");
  }

  /** H2 reads and writes a varchar whole with its row, also where only its length is asked. */
  @Test
  void longTextsAreBesideTheirRowsInH2() {
    try (Databases.Fresh fresh = Databases.h2()) {
      assertThat(
              fresh.number(
                  "SELECT count(*) FROM information_schema.columns WHERE table_schema = 'PUBLIC'"
                      + " AND data_type = 'CHARACTER VARYING' AND character_maximum_length >"
                      + " 100000"))
          .isZero();
    }
  }
}
