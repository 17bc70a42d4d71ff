package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.mailbox.duty.RemoveDeletedThreads;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.ThreadStore.Deleted;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.Keys;
import io.awaken.store.database.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A long thread is deleted in bounded transactions, by any node. */
@Failures("F55")
@Timeout(300)
@BesideOthers
class LongThreadDeletionTest {

  private static final int HUGE = 100_000;
  private static final int ROWS = 2_000;
  private static final int SOME = 4 * ROWS + 1;
  private static final ThreadId LONG = new ThreadId("long");

  @ParameterizedTest
  @EnumSource
  void eachTransactionIsBoundedAndARestartedNodeContinues(DatabaseProduct product)
      throws Exception {
    assertBounded(product, SOME, 2);
  }

  @ParameterizedTest
  @EnumSource
  @Nightly("100,000 messages")
  void eachTransactionIsBoundedWhenTheThreadIsHuge(DatabaseProduct product) throws Exception {
    assertBounded(product, HUGE, 10);
  }

  private static void assertBounded(DatabaseProduct product, int length, int pages)
      throws Exception {
    try (var database = Databases.of(product)) {
      fill(database, LONG, length);
      try (var node = new Node(database)) {
        long before = messages(database);
        assertThat(node.stores().threads().delete(LONG, Caller.ANONYMOUS, false))
            .isEqualTo(Deleted.DELETED);
        assertThat(before - messages(database)).isEqualTo(ROWS);
        assertThat(node.stores().mailbox().queue().waiting().removals()).isTrue();
        for (int i = 0; i < pages; i++) {
          before = messages(database);
          assertThat(node.stores().threads().removeDeleted(ROWS)).isTrue();
          assertThat(before - messages(database)).isEqualTo(ROWS);
        }
      }
      try (var another = new Node(database)) {
        assertThat(another.stores().mailbox().queue().waiting().removals()).isTrue();
        new RemoveDeletedThreads(another.stores().threads(), () -> false).run();

        assertThat(messages(database)).isZero();
        assertThat(another.stores().mailbox().queue().waiting().removals()).isFalse();
        another.stores().threads().create(LONG, Caller.ANONYMOUS, null, null, null);
        assertThat(another.stores().threads().history(LONG)).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void nodesRemovingConcurrentlyRemoveEachRowOnce(DatabaseProduct product) throws Exception {
    assertRemovedTogether(product, SOME);
  }

  @ParameterizedTest
  @EnumSource
  @Nightly("twice 100,000 messages")
  void nodesRemovingHugeThreadsConcurrentlyRemoveEachRowOnce(DatabaseProduct product)
      throws Exception {
    assertRemovedTogether(product, HUGE);
  }

  private static void assertRemovedTogether(DatabaseProduct product, int length) throws Exception {
    var other = new ThreadId("other");
    try (var database = Databases.of(product);
        var node = new Node(database);
        var another = new Node(database);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      fill(database, LONG, length);
      fill(database, other, length);
      node.stores().threads().delete(LONG, Caller.ANONYMOUS, false);
      node.stores().threads().delete(other, Caller.ANONYMOUS, false);
      while (node.stores().mailbox().queue().waiting().removals()) {
        List<Future<?>> duties = new ArrayList<>();
        for (var each : List.of(node, another)) {
          duties.add(
              threads.submit(new RemoveDeletedThreads(each.stores().threads(), () -> false)));
        }
        for (Future<?> duty : duties) {
          duty.get();
        }
      }

      assertThat(messages(database)).isZero();
      assertThat(node.stores().threads().find(LONG)).isEmpty();
      assertThat(node.stores().threads().find(other)).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void childThreadsAreDetachedInBoundedTransactions(DatabaseProduct product) throws Exception {
    try (var database = Databases.of(product);
        var node = new Node(database)) {
      fill(database, LONG, 1);
      addChildren(database, 2 * ROWS + 1);
      assertThat(node.stores().threads().delete(LONG, Caller.ANONYMOUS, false))
          .isEqualTo(Deleted.DELETED);
      assertThat(children(database)).isEqualTo(ROWS + 1);
      assertThat(node.stores().threads().find(LONG)).isEmpty();

      assertThat(node.stores().threads().removeDeleted(ROWS)).isTrue();
      assertThat(children(database)).isOne();
      new RemoveDeletedThreads(node.stores().threads(), () -> false).run();

      assertThat(children(database)).isZero();
      assertThat(node.stores().threads().find(new ThreadId("child-1")).orElseThrow())
          .satisfies(child -> assertThat(child.parentThreadId()).isNull());
      node.stores().threads().create(LONG, Caller.ANONYMOUS, null, null, null);
      assertThat(node.stores().threads().hasChildren(LONG)).isFalse();
    }
  }

  private static void addChildren(Databases.Fresh database, int count) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        var insert =
            connection.prepareStatement(
                "INSERT INTO awaken_thread (thread_id, tenant, owner, parent_thread_id, thread_key)"
                    + " VALUES (?, ?, ?, ?, ?)")) {
      connection.setAutoCommit(false);
      for (int i = 1; i <= count; i++) {
        insert.setString(1, "child-" + i);
        insert.setString(2, Caller.ANONYMOUS.tenant());
        insert.setString(3, Caller.ANONYMOUS.subject());
        insert.setString(4, LONG.value());
        insert.setObject(5, Keys.thread("child-" + i));
        insert.addBatch();
      }
      insert.executeBatch();
      connection.commit();
      connection.setAutoCommit(true);
    }
  }

  private static long children(Databases.Fresh database) throws SQLException {
    return count(database, "awaken_thread WHERE parent_thread_id = '" + LONG.value() + "'");
  }

  private static void fill(Databases.Fresh database, ThreadId id, int length) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        var thread =
            connection.prepareStatement(
                "INSERT INTO awaken_thread (thread_id, tenant, owner, message_count, thread_key)"
                    + " VALUES (?, ?, ?, ?, ?)");
        var message =
            connection.prepareStatement(
                "INSERT INTO awaken_message (thread_key, seq, message_id, hidden, body)"
                    + " VALUES (?, ?, ?, FALSE, '{}')")) {
      thread.setString(1, id.value());
      thread.setString(2, Caller.ANONYMOUS.tenant());
      thread.setString(3, Caller.ANONYMOUS.subject());
      thread.setLong(4, length);
      thread.setObject(5, Keys.thread(id));
      thread.executeUpdate();
      connection.setAutoCommit(false);
      for (int i = 1; i <= length; i++) {
        message.setObject(1, Keys.thread(id));
        message.setLong(2, i);
        message.setString(3, "m" + i);
        message.addBatch();
        if (i % 5_000 == 0) {
          message.executeBatch();
        }
      }
      message.executeBatch();
      connection.commit();
      connection.setAutoCommit(true);
    }
  }

  private static long messages(Databases.Fresh database) throws SQLException {
    return count(database, "awaken_message");
  }

  private static long count(Databases.Fresh database, String from) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT COUNT(*) FROM " + from)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** The stores of one process. */
  private record Node(Transactions transactions, JpaStores stores) implements AutoCloseable {

    Node(Databases.Fresh database) {
      this(database, database.transactions(JpaStores.ENTITIES));
    }

    private Node(Databases.Fresh database, Transactions transactions) {
      this(transactions, new JpaStores(transactions, database.database(), Stores.SETTINGS));
    }

    @Override
    public void close() {
      stores.close();
    }
  }
}
