package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.suspension.PendingCall;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import io.awaken.store.jpa.rows.StoredJson;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Decision, cancellation, interruption and message against the parking and ending commits, on
 * PostgreSQL: none is lost. The rows of all rounds are created and checked together. {@code
 * -Dawaken.races=10000} runs more rounds.
 */
@Failures({"F26", "F27", "F44"})
class SuspensionRaceTest {
  private static final System.Logger LOG = System.getLogger(SuspensionRaceTest.class.getName());
  private static final int ROUNDS = Integer.getInteger("awaken.races", 500);
  private static final long STEP_NANOS = 50_000;
  private static final String EVERY = " FROM generate_series(0, %d) i".formatted(ROUNDS - 1);
  private static final String FOUND =
      "SELECT substr(t.thread_id, 8)::int, r.status, s.status,"
          + " (SELECT count(*) FROM awaken_job j WHERE j.thread_key = t.thread_key"
          + " AND j.status = 'queued'), (SELECT count(*) FROM awaken_inbox x"
          + " WHERE x.thread_key = t.thread_key AND x.consumed_at IS NULL)"
          + " FROM awaken_thread t JOIN awaken_run r ON r.thread_id = t.thread_id"
          + " AND r.run_id = 'run-' || substr(t.thread_id, 8)"
          + " JOIN awaken_suspension s ON s.thread_id = t.thread_id";

  private final Map<Duel, long[]> headStarts = new EnumMap<>(Duel.class);
  private final String[] answers = new String[ROUNDS];

  @Test
  @Rows(134)
  void noCommandIsLostWhileARunParksOrEnds() throws Exception {
    Databases.Fresh database = Databases.postgres();
    try (var stores = new InDatabase(database);
        var threads = Executors.newFixedThreadPool(1)) {
      prepare(database);
      long begin = System.nanoTime();
      for (int round = 0; round < ROUNDS; round++) {
        fight(stores, round, threads);
      }
      long millis = (System.nanoTime() - begin) / 1_000_000;
      Map<Duel, Map<String, Integer>> ends = ends(database);
      LOG.log(System.Logger.Level.INFO, "{0} rounds in {1} ms: {2}", ROUNDS, millis, ends);
      for (Duel duel : Duel.values()) {
        assertThat(ends.get(duel))
            .as(duel.name())
            .containsOnlyKeys(duel.otherFirst, duel.ownerFirst);
      }
    }
  }

  private static void prepare(Databases.Fresh database) {
    var ticket =
        SuspendTicket.approval("tool:confirm", "May I?")
            .withId("ask_c")
            .about(new PendingCall("c", "book", null));
    database.execute(
        "INSERT INTO awaken_thread (thread_key, thread_id, tenant, owner, slot_job, slot_token,"
            + " epoch, open_run, latest_run) SELECT key_of_thread('thread-' || i), 'thread-' || i,"
            + " 'default', 'ann', 'job-' || i, 'token-' || i, 1, key_of_run('run-' || i),"
            + " key_of_run('run-' || i)"
            + EVERY);
    database.execute(
        "INSERT INTO awaken_run (thread_key, run_key, thread_id, run_id, agent_id, tenant, subject,"
            + " job_id, status) SELECT key_of_thread('thread-' || i), key_of_run('run-' || i),"
            + " 'thread-' || i, 'run-' || i, 'helper', 'default', 'ann', 'job-' || i, 'running'"
            + EVERY);
    database.execute(
        "INSERT INTO awaken_job (thread_key, job_id, run_key, status, attempt_count, max_attempts,"
            + " claim_token, lease_until) SELECT key_of_thread('thread-' || i), 'job-' || i,"
            + " key_of_run('run-' || i), 'claimed', 1, 3, 'token-' || i, 9e15::bigint"
            + EVERY);
    database.execute(
        "INSERT INTO awaken_suspension (thread_key, run_key, thread_id, run_id, call_id, ordinal,"
            + " place, suspension_id, tenant, requester, agent_id, kind, status, ticket,"
            + " arguments_hash, batch) SELECT key_of_thread('thread-' || i), key_of_run('run-' ||"
            + " i), 'thread-' || i, 'run-' || i, 'c', 1, 0, 'ask_c', 'default', 'ann', 'helper',"
            + " 'approval', 'open', '%s', '%s', FALSE"
                .formatted(StoredJson.writeTicket(ticket), Duel.HASH)
            + EVERY);
    database.execute("ANALYZE");
  }

  private void fight(InDatabase stores, int round, ExecutorService threads) throws Exception {
    Duel duel = Duel.of(round);
    long[] headStart = headStarts.computeIfAbsent(duel, d -> new long[1]);
    var start = new CyclicBarrier(2);
    Future<String> other =
        threads.submit(
            () -> {
              start.await();
              spin(-headStart[0]);
              return duel.other.apply(stores, round);
            });
    start.await();
    spin(headStart[0]);
    String owner = duel.owner.apply(stores, round);
    answers[round] = owner + " + " + other.get();
    // The winner waits longer in the next round, so that both arrive almost at once.
    boolean ownerWasFirst =
        duel.ownerFirst.equals(duel.otherFirst)
            ? headStart[0] <= 0
            : duel.ownerFirst.startsWith(answers[round]);
    headStart[0] += ownerWasFirst ? STEP_NANOS : -STEP_NANOS;
  }

  private static void spin(long nanos) {
    long until = System.nanoTime() + nanos;
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
  }

  /** Counts the outcomes of each duel. */
  private Map<Duel, Map<String, Integer>> ends(Databases.Fresh database) throws SQLException {
    Map<Duel, Map<String, Integer>> ends = new EnumMap<>(Duel.class);
    Arrays.stream(Duel.values()).forEach(duel -> ends.put(duel, new TreeMap<>()));
    try (var connection = database.dataSource().getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(FOUND)) {
      while (rows.next()) {
        int round = rows.getInt(1);
        String end =
            "%s -> %s, %s, %d jobs, %d left"
                .formatted(
                    answers[round],
                    rows.getString(2),
                    rows.getString(3),
                    rows.getInt(4),
                    rows.getInt(5));
        ends.get(Duel.of(round)).merge(end, 1, Integer::sum);
      }
    }
    return ends;
  }
}
