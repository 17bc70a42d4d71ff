package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.tool.RetryClass;
import io.awaken.fixture.CountedSockets;
import io.awaken.fixture.Databases;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.MostlyWaiting;
import io.awaken.fixture.StatementCounter;
import io.awaken.fixture.TestNode;
import io.awaken.runtime.UuidIds;
import io.awaken.store.database.Database;
import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.LocalTransactions;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The cost of a two-step run with one tool on a new thread in PostgreSQL. Isolated, since all
 * databases of the server share one WAL. Uses the product's ids, whose length determines a fifth of
 * that WAL.
 */
@Isolated
@MostlyWaiting
class RunRoundTripsTest {
  private static final int GROUPS = 10;
  private static final int RUNS = 50;
  private static final int WARM = 20;

  @Test
  void aRunTakesNineRoundTripsInFourTransactions() {
    assertCosts(RetryClass.KEYED, 4, 9, 7_000);
  }

  @Test
  void aSafeToolSavesATransaction() {
    assertCosts(RetryClass.SAFE, 3, 7, 6_300);
  }

  /**
   * @param logged maximum bytes of WAL without full-page writes
   */
  private static void assertCosts(
      RetryClass tool, int transactions, int roundTrips, double logged) {
    var unopened = Databases.unopenedPostgres();
    String url = CountedSockets.counted(unopened.url(), tool.name());
    try (var database = new Databases.Unopened(url, unopened.drop()).open()) {
      var counter = new StatementCounter(database.dataSource());
      try (var factory = EntityManagers.local(counter.dataSource(), JpaStores.ENTITIES);
          var jpa =
              new JpaStores(
                  new LocalTransactions(factory),
                  new Database(counter.dataSource(), database.database().product()),
                  Stores.SETTINGS)) {
        TestNode node = node(jpa, tool);
        run(node, "warm", WARM);
        counter.reset();
        int before = CountedSockets.roundTrips(tool.name());
        run(node, "counted", 1);
        assertThat(CountedSockets.roundTrips(tool.name()) - before).isEqualTo(roundTrips);
        assertThat(counter.writeTransactions()).isEqualTo(transactions);
        // A query and a batch, and a batch for each further transaction.
        assertThat(counter.executions()).hasSize(transactions + 1);
        assertThat(logged(database, node)).isLessThanOrEqualTo(logged);
      }
    }
  }

  /** The median over groups of runs, since autovacuum writes WAL during a few of them. */
  private static double logged(Databases.Fresh database, TestNode node) {
    var groups = new double[GROUPS];
    for (int i = 0; i < GROUPS; i++) {
      String start = database.text("SELECT pg_current_wal_insert_lsn()");
      run(node, "logged-" + i, RUNS);
      groups[i] = since(database, start) / RUNS;
    }
    Arrays.sort(groups);
    return groups[GROUPS / 2];
  }

  private static double since(Databases.Fresh database, String start) {
    return database.number(
        "SELECT CAST(pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '" + start + "') AS BIGINT)");
  }

  private static TestNode node(JpaStores jpa, RetryClass tool) {
    return new TestNode(
            InDatabase.ports(jpa),
            InDatabase.twoSteps(),
            UnaryOperator.identity(),
            List.of(),
            FunctionTool.answering("echo", "42").retried(tool))
        .naming(new UuidIds());
  }

  private static void run(TestNode node, String name, int times) {
    for (int i = 0; i < times; i++) {
      node.submit(name + "-" + i, "hello");
      node.executeAll();
    }
  }
}
