package io.awaken.store.jpa;

import static io.awaken.fixture.CommitBuilder.emptyCommit;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.mailbox.Dispatcher;
import io.awaken.core.mailbox.LiveRuns;
import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.RunOwners;
import io.awaken.core.mailbox.RunStarter;
import io.awaken.core.mailbox.StartRate;
import io.awaken.core.mailbox.control.RunInterrupter;
import io.awaken.core.run.Claim;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.submit.Quotas;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.submit.RunService;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import io.awaken.runtime.UuidIds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A node that starts with a long queue after an outage, on a real database, while users send
 * requests (failure F48).
 */
@Timeout(600)
@Nightly("ten thousand runs wait")
class QueueAtStartTest {
  private static final int QUEUED = 10_000;
  private static final int RATE = 200;
  private static final int LIVE = 200;

  /** Spreads the requests until the queue is empty. */
  private static final int EVERY = QUEUED / LIVE;

  private static final Duration POLL = Duration.ofSeconds(10);

  /** A second, if the machine keeps up with the rate: some tens of the duration of a request. */
  private static final int SHARE_OF_QUEUE = 50;

  private final Map<RunId, CompletableFuture<Long>> begins = new ConcurrentHashMap<>();
  private final AtomicInteger fromQueue = new AtomicInteger();
  private final Semaphore turns = new Semaphore(0);
  private final UuidIds ids = new UuidIds();

  @Test
  @Failures("F48")
  void requestsStartAtOnceWhileTenThousandQueuedRunsStartAtTheirRate() throws Exception {
    try (var rows = new QueuedRows(Databases.postgres())) {
      rows.fill(QUEUED);
      rows.database.execute("ANALYZE");
      rows.counter.reset();
      long begun = System.nanoTime();

      List<Long> waits = servedBesideTheQueue(rows);

      double seconds = (System.nanoTime() - begun) / (double) TimeUnit.SECONDS.toNanos(1);
      waits.sort(Long::compare);
      Duration p99 = Duration.ofNanos(waits.get(LIVE * 99 / 100 - 1));
      System.out.printf(
          "%d queued runs in %.1f s, p99 of live ones %d ms%n", QUEUED, seconds, p99.toMillis());
      assertThat(p99.toMillis()).isLessThan((long) (seconds * 1_000 / SHARE_OF_QUEUE));
      assertThat(done(rows, "a")).isEqualTo(LIVE);
      assertThat(done(rows, "helper"))
          .isEqualTo(QUEUED)
          .isLessThanOrEqualTo((long) (RATE * seconds + RATE / 10.0));
      // Each job is read once, in its turn; no claim fails.
      assertThat(rows.counter.executions())
          .filteredOn(sql -> sql.contains("from awaken_job jr1_0"))
          .hasSize(QUEUED);
    }
  }

  private List<Long> servedBesideTheQueue(QueuedRows rows) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      RunStarter starter = starter(rows, threads);
      var dispatcher = Thread.ofPlatform().start(dispatcher(starter, rows));
      List<Long> waits = askedFor(service(starter, rows));
      assertThat(starter.mailbox().drain(Duration.ofMinutes(1), Duration.ofSeconds(1))).isTrue();
      dispatcher.join();
      return waits;
    }
  }

  /**
   * Sends requests one after the other until the queue is empty, and measures each from request to
   * start.
   */
  private List<Long> askedFor(RunService service) throws Exception {
    List<Long> waits = new ArrayList<>();
    for (int i = 0; i < LIVE; i++) {
      assertThat(turns.tryAcquire(1, TimeUnit.MINUTES)).as("the queue goes on").isTrue();
      long asked = System.nanoTime();
      RunId run = service.submit(RunRequest.of("a", "hi")).runId();
      waits.add(begin(run).get(1, TimeUnit.MINUTES) - asked);
    }
    return waits;
  }

  private CompletableFuture<Long> begin(RunId run) {
    return begins.computeIfAbsent(run, id -> new CompletableFuture<>());
  }

  private RunStarter starter(QueuedRows rows, ExecutorService threads) {
    var mailbox =
        new Mailbox(
            rows.mailbox(),
            RunOwners.withoutBus(new LiveRuns(System::nanoTime)),
            new Mailbox.Limits(RATE, new StartRate(RATE), Duration.ofSeconds(5)));
    return new RunStarter(mailbox, (claim, signals) -> execute(rows.stores, claim), threads, ids);
  }

  private void execute(JpaStores stores, Claim claim) {
    if (claim.agentId().equals("a")) {
      begin(claim.runId()).complete(System.nanoTime());
    } else if (fromQueue.incrementAndGet() % EVERY == 0) {
      turns.release();
    }
    stores
        .runCommit()
        .finish(
            claim.fence(),
            emptyCommit(ids.next()),
            new RunOutcome(new TerminationReason.NaturalEnd(), "done", 1, 1, 1));
  }

  private static Dispatcher dispatcher(RunStarter starter, QueuedRows rows) {
    return new Dispatcher(
        starter,
        rows.mailbox().queue(),
        new Dispatcher.Duties(() -> {}, () -> {}, Runnable::run),
        new Dispatcher.Times(POLL, POLL),
        System::nanoTime);
  }

  private RunService service(RunStarter starter, QueuedRows rows) {
    var interrupter =
        new RunInterrupter(
            rows.mailbox(),
            RunOwners.withoutBus(new LiveRuns(System::nanoTime)),
            starter.mailbox(),
            POLL,
            (task, after) -> {});
    return new RunService(
        new RunService.Stores(rows.mailbox(), rows.stores.runs(), rows.stores.suspensions()),
        starter,
        interrupter,
        agent -> {},
        Quotas.NONE,
        ids);
  }

  private static long done(QueuedRows rows, String agent) {
    return rows.database.number(
        "SELECT count(*) FROM awaken_run WHERE status = 'done' AND agent_id = '" + agent + "'");
  }
}
