package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.RunQuery;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Runs by their last change: of what other tenants and threads have, nothing is read. */
@Rows(241)
@BesideOthers
class ChangedRunsReadsTest {

  private static final int OTHERS = 5_000;
  private static final int OWN = 20;

  @Test
  void aTenantsListReadsTheRowsOfTheTenantByIndex() throws SQLException {
    Databases.Fresh database = Databases.postgres();
    try (var rows = new QueuedRows(database)) {
      fill(rows);

      var filter = new RunQuery.Filter("small", null, null, null, null, null);
      assertThat(list(rows, filter)).hasSize(10);

      for (String sql : looks(rows)) {
        assertThat(plan(database, sql.replaceFirst("\\?", "'small'").replace("?", "10")))
            .anyMatch(line -> line.contains("awaken_run_of_tenant"))
            .noneMatch(line -> line.contains("Seq Scan on awaken_run"));
      }
    }
  }

  @Test
  void aThreadsListReadsTheRowsOfTheThreadByIndex() throws SQLException {
    Databases.Fresh database = Databases.postgres();
    try (var rows = new QueuedRows(database)) {
      fill(rows);

      var thread = new ThreadId("f100");
      var filter = new RunQuery.Filter("default", null, null, null, thread, null);
      assertThat(list(rows, filter)).hasSize(1);

      for (String sql : looks(rows)) {
        String asked =
            sql.replaceFirst("\\?", "'default'").replaceFirst("\\?", "key_of_thread('f100')");
        assertThat(plan(database, asked.replace("?", "10")))
            .anyMatch(line -> line.contains("awaken_run_pkey"))
            .noneMatch(line -> line.contains("Seq Scan on awaken_run"));
      }
    }
  }

  private static void fill(QueuedRows rows) {
    rows.fill(OTHERS);
    rows.database.execute(
        "UPDATE awaken_run SET tenant = 'small' WHERE CAST(SUBSTRING(run_id, 2) AS INT) <= " + OWN);
    rows.database.execute("ANALYZE");
    rows.counter.reset();
  }

  private static List<RunRecord> list(QueuedRows rows, RunQuery.Filter filter) {
    var any = new RunQuery.Changes(Set.of(), null);
    return rows.stores.runs().list(RunQuery.byChange(filter, null, 10, any)).items();
  }

  /** The statements that count the list and choose its page; the third reads the chosen rows. */
  private static List<String> looks(QueuedRows rows) {
    assertThat(rows.counter.executions()).hasSize(3);
    return rows.counter.executions().subList(0, 2);
  }

  private static List<String> plan(Databases.Fresh database, String sql) throws SQLException {
    var plan = new ArrayList<String>();
    try (Connection connection = database.dataSource().getConnection();
        var statement = connection.createStatement();
        var lines = statement.executeQuery("EXPLAIN " + sql)) {
      while (lines.next()) {
        plan.add(lines.getString(1));
      }
    }
    return plan;
  }
}
