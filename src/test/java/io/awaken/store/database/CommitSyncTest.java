package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CommitSyncTest {

  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
  private final CommitSync sync = CommitSync.of(url);
  private final AtomicInteger syncs = new AtomicInteger();
  private CountDownLatch held = new CountDownLatch(0);
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = opened();
    try (Statement statement = connection.createStatement()) {
      statement.execute(Note.DDL);
    }
    connection.setAutoCommit(false);
    syncs.set(0);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private Connection opened() throws SQLException {
    return sync.around(counted(DriverManager.getConnection(url, "sa", "")));
  }

  /** Counts syncs of the database, which block while the gate is closed. */
  private Connection counted(Connection real) {
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, arguments) -> {
              try {
                Object result = method.invoke(real, arguments);
                return method.getName().equals("createStatement")
                    ? counted((Statement) result)
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private Statement counted(Statement real) {
    return (Statement)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Statement.class},
            (self, method, arguments) -> {
              if (arguments != null && arguments[0].equals("CHECKPOINT SYNC")) {
                syncs.incrementAndGet();
                held.await();
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static void insert(Connection connection, int id) throws SQLException {
    try (var insert = connection.prepareStatement("INSERT INTO note VALUES (?, 'x')")) {
      insert.setInt(1, id);
      insert.executeUpdate();
    }
  }

  @Test
  void aCommitThatWroteIsSyncedOnce() throws SQLException {
    insert(connection, 1);
    connection.commit();
    connection.commit();

    assertThat(syncs).hasValue(1);
  }

  @Test
  void readOnlyAndRolledBackTransactionsAreNotSynced() throws SQLException {
    try (var select = connection.prepareStatement("  select text from note");
        var rows = select.executeQuery()) {
      assertThat(rows.next()).isFalse();
    }
    connection.commit();
    insert(connection, 1);
    connection.rollback();
    connection.commit();

    assertThat(syncs).hasValue(0);
  }

  @Test
  void concurrentCommitsShareASync() throws Exception {
    int writers = 20;
    held = new CountDownLatch(1);
    List<Connection> connections = new ArrayList<>();
    List<Future<?>> commits = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(writers)) {
      for (int id = 0; id < writers; id++) {
        Connection writer = opened();
        writer.setAutoCommit(false);
        insert(writer, id);
        connections.add(writer);
        commits.add(
            threads.submit(
                () -> {
                  writer.commit();
                  return null;
                }));
      }
      // The first sync covers the commits at its start, the second all later ones.
      awaitRows(writers);
      held.countDown();
      for (Future<?> commit : commits) {
        commit.get();
      }
    }

    assertThat(syncs.get()).isBetween(1, writers / 2);
    for (Connection writer : connections) {
      writer.close();
    }
  }

  private void awaitRows(int wanted) throws SQLException {
    int rows = 0;
    while (rows < wanted) {
      Thread.onSpinWait();
      try (var select = connection.prepareStatement("SELECT count(*) FROM note");
          var result = select.executeQuery()) {
        result.next();
        rows = result.getInt(1);
      }
    }
  }
}
