package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.ClaimToken;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Rows;
import io.awaken.store.jpa.statement.DueJobs;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One tenant has 10,000 queued runs, twenty others have some. */
@Attacks("S33")
@Rows(1160)
@BesideOthers
class TurnReadsTest {

  private static final int MANY = 10_000;
  private static final int OTHERS = 20;
  private static final int EACH = 3;

  /** Maximum pages of one read of the queue, whose index has more than a hundred. */
  private static final long PAGES = 2_000;

  /** The crowd's jobs are older and more urgent. */
  private static void fill(QueuedRows rows) {
    rows.fill(MANY);
    rows.database.execute("UPDATE awaken_job SET priority = 0, created_at = 1");
    for (int other = 1; other <= OTHERS; other++) {
      for (int job = 1; job <= EACH; job++) {
        String run = "o" + other + "-" + job;
        String key = "tenant-%02d/%s".formatted(other, run);
        rows.database.execute(
            "INSERT INTO awaken_thread (thread_key, thread_id, tenant, owner) VALUES (key_of_thread('%1$s'), '%1$s', 'tenant-%2$02d', 'x')"
                .formatted(key, other));
        rows.database.execute(
            ("INSERT INTO awaken_run (thread_key, run_key, thread_id, run_id, agent_id, tenant,"
                    + " subject, job_id, status) VALUES (key_of_thread('%1$s'), key_of_run('%2$s'),"
                    + " '%1$s', '%2$s', 'helper', 'tenant-%3$02d', 'x', '%2$s', 'created')")
                .formatted(key, run, other));
        rows.database.execute(
            ("INSERT INTO awaken_job (thread_key, job_id, run_key, tenant_key, status,"
                    + " max_attempts, input) VALUES (key_of_thread('%1$s'), '%2$s',"
                    + " key_of_run('%2$s'), 'tenant-%3$02d', 'queued', 3, '[]')")
                .formatted(key, run, other));
      }
    }
    rows.database.execute("ANALYZE");
  }

  @ParameterizedTest
  @EnumSource
  void theNextSlotGoesToAnotherTenant(PoisonedJobsTest.Engine engine) throws SQLException {
    try (var rows = engine.open()) {
      fill(rows);
      rows.counter.reset();
      List<String> turns = new ArrayList<>();
      for (int place = 0; place < 2 * (OTHERS + 1); place++) {
        Candidate due =
            rows.mailbox().claims().due(1, turns.isEmpty() ? null : turns.getLast()).getFirst();
        assertThat(rows.mailbox().claims().claim(due, new ClaimToken("token-" + place)))
            .isPresent();
        turns.add(due.threadId().tenant());
      }

      assertThat(new HashSet<>(turns.subList(0, OTHERS + 1))).hasSize(OTHERS + 1);
      assertThat(turns.subList(OTHERS + 1, turns.size())).isEqualTo(turns.subList(0, OTHERS + 1));
      assertThat(rows.counter.executions())
          .as("a look is one read")
          .filteredOn(TurnReadsTest::readsTheQueue)
          .hasSizeLessThanOrEqualTo(2 * (OTHERS + 1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aNodeWithMuchRoomReadsFewPartsOfTheQueue(PoisonedJobsTest.Engine engine)
      throws SQLException {
    try (var rows = engine.open()) {
      fill(rows);
      rows.counter.reset();

      List<Candidate> due = rows.mailbox().claims().due(200, "default");

      assertThat(due).hasSize(200);
      assertThat(due.stream().filter(job -> !job.threadId().tenant().equals("default")))
          .hasSize(OTHERS * EACH);
      assertThat(rows.counter.executions())
          .filteredOn(TurnReadsTest::readsTheQueue)
          .hasSizeLessThanOrEqualTo(2);
    }
  }

  @Test
  void theQueueOfTheCrowdIsSkippedWithinTheIndex() throws SQLException {
    Databases.Fresh database = Databases.postgres();
    try (var rows = new QueuedRows(database)) {
      fill(rows);
      for (String after : List.of("default", "tenant-07", "tenant-20")) {
        rows.counter.reset();
        rows.mailbox().claims().due(1, after);
        String look = rows.counter.executions().getFirst();
        String last = after.equals("default") ? "''" : "'" + after + "'";

        List<String> plan = plan(database, look.replace("?", last));

        assertThat(plan)
            .anyMatch(line -> line.contains("using awaken_queue_order"))
            .noneMatch(line -> line.contains("Seq Scan"));
        assertThat(rowsOfJobs(plan)).isLessThanOrEqualTo(2 * DueJobs.FIRST);
        assertThat(pages(plan)).isLessThan(PAGES);
      }
    }
  }

  @Test
  void dueJobsAreDetectedFromTheHeadOfTheIndex() throws SQLException {
    Databases.Fresh database = Databases.postgres();
    try (var rows = new QueuedRows(database)) {
      fill(rows);
      rows.counter.reset();
      assertThat(rows.stores.queue().nextDue()).isPresent();

      assertThat(plan(database, rows.counter.executions().getFirst()))
          .anyMatch(line -> line.contains("using awaken_queue_order"))
          .noneMatch(line -> line.contains("Seq Scan") || line.contains("Sort"));
    }
  }

  /** Each node remembers its own turns, independently of the other. */
  @Test
  void twoNodesClaimingConcurrentlyServeTheOtherTenantsBesideTheCrowd() throws Exception {
    try (var rows = new QueuedRows(Databases.postgres());
        var threads = Executors.newFixedThreadPool(2)) {
      fill(rows);
      int places = OTHERS * EACH;
      // On each node, no tenant but the crowd needs more slots than its queue is long.
      List<Callable<Integer>> nodes =
          List.of(() -> rows.node(places).claimDue(), () -> rows.node(places).claimDue());
      int begun = 0;
      for (var node : threads.invokeAll(nodes)) {
        begun += node.get();
      }

      assertThat(begun).isEqualTo(2 * places);
      assertThat(
              rows.database.number(
                  "SELECT count(*) FROM awaken_job WHERE status = 'queued' AND job_id LIKE 'o%'"))
          .isZero();
    }
  }

  private static boolean readsTheQueue(String sql) {
    return sql.contains("AS lap");
  }

  private static long rowsOfJobs(List<String> plan) {
    return plan.stream()
        .filter(line -> line.contains("on awaken_queue"))
        .mapToLong(line -> Math.round(number(line, ".*actual .*rows=([0-9.]+) .*")))
        .sum();
  }

  private static long pages(List<String> plan) {
    return plan.stream()
        .filter(line -> line.contains("shared hit="))
        .mapToLong(line -> (long) number(line, ".*shared hit=(\\d+).*"))
        .findFirst()
        .orElseThrow();
  }

  private static double number(String line, String pattern) {
    return Double.parseDouble(line.replaceFirst(pattern, "$1"));
  }

  private static List<String> plan(Databases.Fresh database, String sql) throws SQLException {
    var plan = new ArrayList<String>();
    try (Connection connection = database.dataSource().getConnection();
        var statement = connection.createStatement()) {
      // The first one also reads the catalog.
      IntStream.range(0, 2)
          .forEach(
              time -> {
                plan.clear();
                try (var lines = statement.executeQuery("EXPLAIN (ANALYZE, BUFFERS) " + sql)) {
                  while (lines.next()) {
                    plan.add(lines.getString(1));
                  }
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              });
    }
    return plan;
  }
}
