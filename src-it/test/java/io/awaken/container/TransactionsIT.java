package io.awaken.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.awaken.fixture.OnWildFly;
import io.awaken.store.database.Database;
import io.awaken.store.database.Transactions;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs inside the server, on threads that the server does not manage. */
@OnWildFly
class TransactionsIT extends InContainerTest {
  private static final int CALLS = 200;

  @Inject private Transactions transactions;
  @Inject private Database database;

  @BeforeEach
  void table() throws SQLException {
    execute("DROP TABLE IF EXISTS it_row");
    execute("CREATE TABLE it_row (id INT PRIMARY KEY)");
  }

  @Test
  void concurrentRollbacksOnBareVirtualThreadsKeepOnlyTheCommittedRows() throws Exception {
    List<Future<?>> calls = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int n = 0; n < CALLS; n++) {
        int id = n;
        calls.add(threads.submit(() -> insertAndThrowForOddIds(id)));
      }
    }
    for (Future<?> call : calls) {
      call.get();
    }
    assertEquals(CALLS / 2, number("SELECT COUNT(*) FROM it_row"));
    assertEquals(0, number("SELECT COUNT(*) FROM it_row WHERE MOD(id, 2) = 1"));
  }

  private void insertAndThrowForOddIds(int id) {
    if (id % 2 == 0) {
      transactions.run(em -> insert(em, id));
      return;
    }
    assertThrows(
        IllegalStateException.class,
        () ->
            transactions.run(
                em -> {
                  insert(em, id);
                  throw new IllegalStateException("odd");
                }));
  }

  @Test
  void aJoinedCallSharesTransactionAndEntityManager() {
    assertThrows(
        IllegalStateException.class,
        () ->
            transactions.run(
                outer -> {
                  insert(outer, 1);
                  transactions.run(inner -> assertTrue(inner == outer));
                  throw new IllegalStateException("outer");
                }));
    assertEquals(0, number("SELECT COUNT(*) FROM it_row"));
  }

  @Test
  void theDatabaseClockMovesWithinATransaction() {
    long apart =
        transactions.call(
            em -> {
              long first = clock(em);
              long last = first;
              for (int n = 0; n < 100_000 && last == first; n++) {
                last = clock(em);
              }
              return last - first;
            });
    assertTrue(apart > 0);
  }

  private long clock(EntityManager em) {
    Object value =
        em.createNativeQuery("SELECT " + database.clockMillis(), Long.class).getSingleResult();
    return ((Number) value).longValue();
  }

  private static void insert(EntityManager em, int id) {
    em.createNativeQuery("INSERT INTO it_row VALUES (:id)").setParameter("id", id).executeUpdate();
  }

  private long number(String sql) {
    return transactions.call(
        em -> ((Number) em.createNativeQuery(sql, Long.class).getSingleResult()).longValue());
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
