package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.tool.RetryClass;
import io.awaken.fixture.CountdownDataSource;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.store.database.Transactions.TransactionFailed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Ends every session of the database at a random moment, round by round, while clients send
 * requests and runs commit (failure F17). Checks the invariants after each round.
 */
@Timeout(900)
@Nightly("fifty rounds")
class TerminatedSessionsTest {
  private static final int ROUNDS = 50;
  private static final int CLIENTS = 4;

  /** Less than the duration of a round, so that most rounds are interrupted. */
  private static final int MOMENTS = 55;

  /** Each connection of the pool fails once more, and each failure costs a retry. */
  private static final int PATIENCE = 40;

  private static final String END =
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
          + " WHERE application_name = 'awaken' AND datname = current_database()";

  private static final String OPEN = "SELECT count(*) FROM awaken_run WHERE status <> 'done'";
  private static final String WAITING =
      "SELECT min(run_id) FROM awaken_run WHERE status = 'waiting'";

  private final Databases.Unopened unopened = Databases.unopenedPostgres();
  private final Databases.Fresh direct = unopened.open();
  private final CountdownDataSource[] countdown = new CountdownDataSource[1];
  private final OutageBed bed =
      new OutageBed(
          unopened.url(),
          OutageBed.PATIENCE,
          pooled -> (countdown[0] = new CountdownDataSource(pooled)).dataSource());
  private final Effects effects = new Effects();
  private final TestNode node =
      new TestNode(
          bed.ports(),
          new ScriptedModel(
              Script.builder()
                  .calls("book", Map.of("value", "x"))
                  .calls("pay", Map.of("value", "y"))
                  .says("It is done.")
                  .repeating()
                  .build()),
          UnaryOperator.identity(),
          effects.tool("book", RetryClass.KEYED),
          effects.tool("pay", RetryClass.NEVER));
  private final RowInvariants rows = new RowInvariants(bed.stores, direct);
  private final Map<String, RunId> answered = new ConcurrentHashMap<>();

  @AfterEach
  void close() throws Exception {
    bed.close();
    direct.close();
  }

  @Test
  @Failures("F17")
  void everyInvariantHoldsAfterSessionsEndAtRandomMoments() throws Exception {
    long seed = System.nanoTime();
    System.out.println("seed of the ended sessions: " + seed);
    var random = new Random(seed);
    var inTheMidst = new AtomicInteger();
    for (int round = 0; round < ROUNDS; round++) {
      answered.clear();
      play("round-" + round, random, inTheMidst);
      settle();
      effects.hold(rows.hold(answered));
    }
    System.out.println(inTheMidst + " rounds were hit in their midst, " + effects);
    assertThat(inTheMidst.get()).isGreaterThan(ROUNDS / 2);
    assertThat(effects.unknown()).isLessThan(ROUNDS * CLIENTS / 2);
  }

  private void play(String round, Random random, AtomicInteger inTheMidst) throws Exception {
    var ended = new CountDownLatch(1);
    Runnable end =
        () -> {
          direct.number(END);
          ended.countDown();
        };
    boolean beside = random.nextBoolean();
    countdown[0].at(
        1 + random.nextInt(MOMENTS),
        () -> {
          inTheMidst.incrementAndGet();
          if (beside) {
            Thread.ofPlatform().start(end);
          } else {
            end.run();
          }
        });
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        String name = round + "-" + i;
        // Two of them share a thread, so that one is queued.
        var thread = new ThreadId(round + "-" + i / 2);
        clients.add(threads.submit(() -> ask(name, thread)));
      }
      for (Future<?> client : clients) {
        client.get();
      }
    }
    if (ended.getCount() > 0) {
      countdown[0].at(1, end);
      settle();
    }
    ended.await();
  }

  /** Repeats a request with one key until it is answered, and executes the run. */
  private Void ask(String name, ThreadId thread) {
    var request =
        RunRequest.of("a", "please " + name)
            .in(thread)
            .as(SubmitMode.QUEUE)
            .once(new IdempotencyKey("POST /v1/runs", name, "hash"));
    for (int i = 0; !answered.containsKey(name); i++) {
      try {
        answered.put(name, node.service.submit(request).runId());
      } catch (StoreUnavailable | TransactionFailed e) {
        assertThat(i).as("tries of " + name).isLessThan(PATIENCE);
      }
    }
    node.executeAll();
    return null;
  }

  /** Reclaims expired leases like another node, until every run has ended. */
  private void settle() {
    for (int i = 0; direct.number(OPEN) > 0; i++) {
      assertThat(i).as("checks").isLessThan(PATIENCE);
      assertThat(node.live.count()).isZero();
      direct.execute("UPDATE awaken_job SET lease_until = 1 WHERE status = 'claimed'");
      direct.execute("UPDATE awaken_job SET available_at = 1 WHERE status = 'queued'");
      try {
        bed.stores.mailbox().leases().reclaimExpired(100);
        cancelWhatWaits();
        node.starter.claimDue();
      } catch (StoreUnavailable | TransactionFailed e) {
        // The session of this connection had ended; the next attempt uses another one.
      }
      node.executeAll();
    }
  }

  /** The tool's outcome is unknown, so an operator was asked, and gives up. */
  private void cancelWhatWaits() {
    for (String run = direct.text(WAITING); run != null; run = direct.text(WAITING)) {
      var found = bed.stores.runs().find(new RunId(run)).orElseThrow();
      assertThat(bed.stores.suspensions().open(found.threadId()))
          .extracting(asked -> asked.ticket().suspension().action())
          .containsExactly("tool:OutcomeUnknown");
      effects.unknown(found.runId());
      node.canceller.cancel(found.runId(), Caller.ANONYMOUS);
    }
  }
}
