package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.Databases;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.MostlyWaiting;
import io.awaken.fixture.TestNode;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Whoever distributes the tables by thread finds all of a run in one place. */
@MostlyWaiting
class OnePartitionTest {
  private static final String THREAD = "in-one-place";

  /** The partitions that a statement read or wrote since the database was made, by their number. */
  private static final String TOUCHED =
      "SELECT string_agg(DISTINCT right(relname, 1), ' ') FROM pg_stat_user_tables"
          + " WHERE relname ~ '^awaken_.*_[0-7]$' AND coalesce(seq_scan, 0) + coalesce(idx_scan, 0)"
          + " + n_tup_ins > 0";

  private static final String OF_THREAD =
      "SELECT right(tableoid::regclass::text, 1) FROM awaken_thread WHERE thread_id = '%s'";

  private static final String SEGMENTS =
      "SELECT sum(n_tup_ins) FROM pg_stat_user_tables WHERE relname LIKE 'awaken_segment_%'";

  @Test
  void theStatementsOfARunTouchOnePartition() {
    try (var database = Databases.partitionedPostgres();
        var stores =
            new JpaStores(
                database.transactions(JpaStores.ENTITIES), database.database(), Stores.SETTINGS)) {
      TestNode node =
          new TestNode(
              InDatabase.ports(stores),
              InDatabase.twoSteps(),
              UnaryOperator.identity(),
              List.of(),
              FunctionTool.answering("echo", "42"));
      node.submit(THREAD, "hello");
      node.executeAll();
      node.submit(THREAD, "again");
      node.executeAll();
      // A session reports its statistics with its next statement, after a second.
      while (database.number(SEGMENTS) < 6) {
        stores.threads().find(new ThreadId(THREAD));
      }
      assertThat(database.text(TOUCHED)).isEqualTo(database.text(OF_THREAD.formatted(THREAD)));
    }
  }
}
