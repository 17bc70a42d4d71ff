package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.store.jpa.rows.StoredJson;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Two nodes with separate connections to one PostgreSQL claim concurrently: one job in half of the
 * rounds, two jobs of one thread in the other half. {@code -Dawaken.races=10000} runs more rounds.
 */
class ClaimRaceTest {
  private static final System.Logger LOG = System.getLogger(ClaimRaceTest.class.getName());
  private static final int ROUNDS = Integer.getInteger("awaken.races", 500);
  private static final long STEP_NANOS = 20_000;
  private static final String EVERY = " FROM generate_series(0, %d) i".formatted(ROUNDS - 1);
  private static final String JOBS = EVERY + ", generate_series(0, 1) j WHERE j <= i % 2";

  /** Threads with more or less than one owner, or without the traces of exactly one claim. */
  private static final String WRONG =
      "SELECT count(*) FROM awaken_thread t WHERE t.epoch <> 1 OR t.slot_token IS NULL"
          + " OR t.message_count <> 1 OR (SELECT count(*) FROM awaken_message m"
          + " WHERE m.thread_key = t.thread_key) <> 1 OR (SELECT count(*) FROM awaken_job j"
          + " WHERE j.thread_key = t.thread_key AND j.status = 'claimed'"
          + " AND j.claim_token = t.slot_token AND j.attempt_count = 1) <> 1"
          + " OR (SELECT sum(j.attempt_count) FROM awaken_job j"
          + " WHERE j.thread_key = t.thread_key) <> 1";

  private long headStart;
  private int ownWins;

  @Test
  @Failures("F24")
  void aThreadNeverHasTwoOwners() throws Exception {
    Databases.Unopened shared = Databases.unopenedPostgres();
    Databases.Fresh database = shared.open();
    try (var one = new InDatabase(database);
        var other = new InDatabase(Databases.open(shared.url()));
        var threads = Executors.newFixedThreadPool(1)) {
      prepare(database);
      long begin = System.nanoTime();
      for (int round = 0; round < ROUNDS; round++) {
        claim(one, other, round, threads);
      }
      long millis = (System.nanoTime() - begin) / 1_000_000;
      LOG.log(System.Logger.Level.INFO, "{0} rounds in {1} ms", ROUNDS, millis);
      assertThat(database.number(WRONG)).isZero();
      // Otherwise there was no race.
      assertThat(ownWins).isBetween(ROUNDS / 10, ROUNDS - ROUNDS / 10);
    }
  }

  private static void prepare(Databases.Fresh database) {
    String input = StoredJson.writeMessages(List.of(Message.user("m", "hello")));
    database.execute(
        "INSERT INTO awaken_thread (thread_key, thread_id, tenant, owner, latest_run)"
            + " SELECT key_of_thread('thread-' || i), 'thread-' || i, 'default', 'ann',"
            + " key_of_run('run-' || i || '-' || i % 2)"
            + EVERY);
    database.execute(
        "INSERT INTO awaken_run (thread_key, run_key, thread_id, run_id, agent_id, tenant, subject,"
            + " job_id, status) SELECT key_of_thread('thread-' || i), key_of_run('run-' || i || '-'"
            + " || j), 'thread-' || i, 'run-' || i || '-' || j, 'helper', 'default', 'ann', 'job-'"
            + " || i || '-' || j, 'created'"
            + JOBS);
    database.execute(
        "INSERT INTO awaken_job (thread_key, job_id, run_key, status, attempt_count, max_attempts,"
            + " input) SELECT key_of_thread('thread-' || i), 'job-' || i || '-' || j,"
            + " key_of_run('run-' || i || '-' || j),"
            + " 'queued', 0, 3, '%s'".formatted(input)
            + JOBS);
    database.execute("ANALYZE");
  }

  private void claim(InDatabase one, InDatabase other, int round, ExecutorService threads)
      throws Exception {
    var start = new CyclicBarrier(2);
    Future<Optional<Claim>> others =
        threads.submit(
            () -> {
              start.await();
              spin(-headStart);
              return other.mailbox().claim(candidate(round, round % 2), token(round, "other"));
            });
    start.await();
    spin(headStart);
    Optional<Claim> own = one.mailbox().claim(candidate(round, 0), token(round, "one"));
    assertThat(List.of(own, others.get()))
        .as("round " + round)
        .filteredOn(Optional::isPresent)
        .hasSize(1);
    // The winner waits longer in the next round, so that both arrive almost at once.
    headStart += own.isPresent() ? STEP_NANOS : -STEP_NANOS;
    ownWins += own.isPresent() ? 1 : 0;
  }

  private static Candidate candidate(int round, int job) {
    String name = round + "-" + job;
    return new Candidate(
        new JobId("job-" + name), new ThreadId("thread-" + round), new RunId("run-" + name));
  }

  private static ClaimToken token(int round, String node) {
    return new ClaimToken("token-" + round + "-" + node);
  }

  private static void spin(long nanos) {
    long until = System.nanoTime() + nanos;
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
  }
}
