package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.fixture.Databases;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.TestNode;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * PostgreSQL updates rows of threads, runs and jobs in place (HOT). Isolated: on a busy machine a
 * transaction that waits for a processor keeps the dead rows whose space the updates of others
 * need.
 */
@Isolated
@Timeout(120)
class InPlaceUpdatesTest {
  private static final int RUNS = 300;
  private static final List<String> TABLES = List.of("thread", "run", "job");

  /** Columns in an index or its predicate; claims and endings change none of them. */
  private static final String INDEXED =
      "SELECT string_agg(DISTINCT a.attname, ' ' ORDER BY a.attname) FROM pg_class c"
          + " JOIN pg_index i ON i.indrelid = c.oid JOIN pg_attribute a ON a.attrelid = c.oid"
          + " WHERE c.relname = 'awaken_%1$s' AND (a.attnum = ANY (i.indkey)"
          + " OR EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = i.indexrelid"
          + " AND d.refobjid = c.oid AND d.refobjsubid = a.attnum))";

  private static final String UPDATES =
      "SELECT pg_stat_get_tuples_%s(oid) FROM pg_class WHERE relname = 'awaken_%s'";

  @Test
  void noIndexCoversAColumnThatAClaimOrAnEndingChanges() {
    try (var database = Databases.postgres()) {
      assertThat(database.text(INDEXED.formatted("thread")))
          .isEqualTo("created_at parent_thread_id resource_id tenant thread_key");
      assertThat(database.text(INDEXED.formatted("run")))
          .isEqualTo("created_at events_gone parent_run_id run_key tenant thread_key");
      assertThat(database.text(INDEXED.formatted("job"))).isEqualTo("created_at job_id thread_key");
    }
  }

  @Test
  void runsStartedBySubmissionUpdateInPlaceAndSkipTheQueue() {
    try (var database = Databases.postgres();
        var stores = stores(database)) {
      keepStill(database);
      TestNode node = node(stores);
      for (int run = 0; run < RUNS; run++) {
        node.run("t" + run, "hello");
      }
      assertInPlace(database);
      assertThat(figure(database, "inserted", "queue")).isZero();
      assertThat(figure(database, "inserted", "lease")).isEqualTo(RUNS);
      assertThat(database.number("SELECT count(*) FROM awaken_lease")).isZero();
    }
  }

  @Test
  void queuedRunsUpdateInPlaceToo() {
    try (var database = Databases.postgres();
        var stores = stores(database)) {
      keepStill(database);
      TestNode node = node(stores);
      for (int run = 0; run < RUNS; run++) {
        node.enqueue(TestNode.request("q" + run, "in its turn"));
      }
      while (node.starter.claimDue() > 0) {
        node.executeAll();
      }
      assertInPlace(database);
      assertThat(figure(database, "inserted", "queue")).isEqualTo(RUNS);
      assertThat(database.number("SELECT count(*) FROM awaken_queue")).isZero();
    }
  }

  /**
   * A vacuum or analysis of any table holds a snapshot, which keeps dead rows of all tables and the
   * space that later versions need.
   */
  private static void keepStill(Databases.Fresh database) {
    database.execute(
        "DO $$ DECLARE it text; BEGIN FOR it IN SELECT tablename FROM pg_tables WHERE schemaname ="
            + " current_schema() LOOP EXECUTE format('ALTER TABLE %I SET (autovacuum_enabled ="
            + " false)', it); END LOOP; END $$");
  }

  private static void assertInPlace(Databases.Fresh database) {
    assertThat(database.number("SELECT count(*) FROM awaken_run WHERE status = 'done'"))
        .isEqualTo(RUNS);
    awaitFigures(database);
    for (String table : TABLES) {
      long updates = figure(database, "updated", table);
      long inPlace = figure(database, "hot_updated", table);
      assertThat(inPlace).as(table + " of " + updates).isGreaterThanOrEqualTo(updates * 9 / 10);
    }
  }

  /** A session reports its statistics with its next statement, after a second. */
  private static void awaitFigures(Databases.Fresh database) {
    while (TABLES.stream().anyMatch(table -> figure(database, "updated", table) < RUNS)) {
      Thread.onSpinWait();
    }
  }

  private static long figure(Databases.Fresh database, String what, String table) {
    return database.number(UPDATES.formatted(what, table));
  }

  private static JpaStores stores(Databases.Fresh database) {
    return new JpaStores(
        database.transactions(JpaStores.ENTITIES), database.database(), Stores.SETTINGS);
  }

  private static TestNode node(JpaStores stores) {
    return new TestNode(
        InDatabase.ports(stores),
        InDatabase.twoSteps(),
        UnaryOperator.identity(),
        List.of(),
        FunctionTool.answering("echo", "42"));
  }
}
