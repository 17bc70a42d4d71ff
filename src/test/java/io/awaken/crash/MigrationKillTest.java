package io.awaken.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.WatchedDataSource;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.migration.Migrations;
import io.awaken.store.jpa.JpaStores;
import java.sql.Connection;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The migration to short keys, whose process is killed several times. {@code
 * -Dawaken.migration.threads} sets its size; the log tells how long it took.
 */
@Nightly("processes are killed")
class MigrationKillTest {
  private static final System.Logger LOG = System.getLogger(MigrationKillTest.class.getName());
  private static final int THREADS = Integer.getInteger("awaken.migration.threads", 2_000);
  private static final int MESSAGES = 20;
  private static final int KILLS = 5;

  /** Commits of a life: of about a hundred in all, and one for each 10,000 rows of a table. */
  private static final int COMMITS = 18 + THREADS * (MESSAGES + 5) / 60_000;

  private static final String ID = "SELECT md5(%s::text)::uuid::text";
  private static final String EACH =
      " FROM (SELECT i, md5(i::text)::uuid::text AS thread, md5('run' || i)::uuid::text AS run"
          + " FROM generate_series(1, %d) i) n".formatted(THREADS);

  @Test
  void howeverOftenItIsKilledEachThreadAnswersAfterwards() throws Exception {
    try (var database = Databases.copy(DatabaseProduct.POSTGRESQL, "before-short-keys")) {
      fill(database);
      String url;
      try (Connection connection = database.dataSource().getConnection()) {
        var product = connection.getMetaData();
        url = product.getURL().split("\\?")[0] + "?user=" + product.getUserName();
      }
      long begun = System.nanoTime();
      for (int life = 1; life <= KILLS; life++) {
        try (var process = DoomedProcess.start(Killed.class, url, COMMITS)) {
          assertThat(process.end().get(10, TimeUnit.MINUTES).exitValue())
              .as("killed in life %d", life)
              .isEqualTo(LastCommit.KILLED);
        }
      }
      Migrations.run(database.dataSource());
      LOG.log(
          System.Logger.Level.INFO,
          "Migrated {0} messages in {1} threads in {2} ms, killed {3} times",
          THREADS * MESSAGES,
          THREADS,
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun),
          KILLS);
      assertThatAllAnswer(database);
    }
  }

  private static void fill(Databases.Fresh database) {
    database.execute(
        "INSERT INTO awaken_thread (thread_id, tenant, owner, message_count, latest_run)"
            + " SELECT thread, 'default', 'ann', %d, run".formatted(MESSAGES)
            + EACH);
    database.execute(
        "INSERT INTO awaken_run (thread_id, run_id, agent_id, tenant, subject, job_id, status)"
            + " SELECT thread, run, 'helper', 'default', 'ann', run, 'done'"
            + EACH);
    database.execute(
        "INSERT INTO awaken_job (thread_id, job_id, run_id, status, max_attempts)"
            + " SELECT thread, run, run, 'accepted', 3"
            + EACH);
    database.execute(
        "INSERT INTO awaken_segment (thread_id, run_id, last_seq, first_seq, epoch, body, place)"
            + " SELECT thread, run, 1, 1, 1, (SELECT body FROM awaken_segment LIMIT 1), i"
            + EACH);
    database.execute(
        "INSERT INTO awaken_message (thread_id, seq, run_id, message_id, hidden, body) SELECT"
            + " thread, m, run, 'm' || m, FALSE, '{\"id\":\"m' || m || '\",\"role\":\"user\","
            + "\"content\":[{\"type\":\"text\",\"text\":\"word "
            + "word ".repeat(20)
            + "\"}]}'"
            + EACH
            + " CROSS JOIN generate_series(1, %d) m".formatted(MESSAGES));
  }

  private static void assertThatAllAnswer(Databases.Fresh database) {
    var stores =
        new JpaStores(
            database.transactions(JpaStores.ENTITIES), database.database(), Stores.SETTINGS);
    try (stores) {
      for (int i = 1; i <= THREADS; i++) {
        var thread = new ThreadId(database.text(ID.formatted(i)));
        var run = new RunId(database.text(ID.formatted("'run" + i + "'")));
        assertThat(stores.threads().find(thread).orElseThrow().latestRunId()).isEqualTo(run);
        assertThat(stores.threads().history(thread)).hasSize(MESSAGES);
        assertThat(stores.events().read(run, 0, 2)).hasSize(1);
      }
    }
  }

  /** Migrates, and dies before it commits for the last time that it may. */
  static final class Killed {
    private Killed() {}

    /**
     * @param arguments the database's URL, the number of its commits
     */
    public static void main(String[] arguments) {
      var last = new LastCommit(Integer.parseInt(arguments[1]));
      Migrations.run(WatchedDataSource.of(Databases.open(arguments[0]).dataSource(), last));
    }
  }

  private static final class LastCommit implements WatchedDataSource.Watcher {
    static final int KILLED = 9;

    private int left;

    LastCommit(int commits) {
      left = commits;
    }

    @Override
    public void execution(Connection connection, String sql) {}

    @Override
    public void beforeCommit(Connection connection) {
      if (--left == 0) {
        Runtime.getRuntime().halt(KILLED);
      }
    }

    @Override
    public void afterCommit(Connection connection) {}
  }
}
