package io.awaken.store.database;

import static io.awaken.store.database.OutageBed.step;
import static io.awaken.store.database.OutageBed.submission;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.mailbox.LiveRuns;
import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.RenewLeases;
import io.awaken.core.mailbox.RunOwners;
import io.awaken.core.mailbox.RunStarter;
import io.awaken.core.mailbox.StopUnconfirmed;
import io.awaken.core.run.CancellationToken.Reason;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunSignals;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.run.StaleFence;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Failures;
import io.awaken.fixture.RestartablePostgres;
import java.io.IOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real PostgreSQL that restarts, is down for long, or is full (failures F15, F16, F46). */
@Timeout(120)
class DatabaseAwayTest {
  private static final int CLIENTS = 8;
  private static RestartablePostgres postgres;

  private final AtomicInteger names = new AtomicInteger();
  private OutageBed bed;

  @BeforeAll
  static void start() {
    postgres = new RestartablePostgres();
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  @BeforeEach
  void open() throws SQLException {
    bed = new OutageBed(postgres.url());
    sql(
        "TRUNCATE awaken_thread, awaken_run, awaken_job, awaken_message, awaken_queue,"
            + " awaken_lease, awaken_dead_letter");
  }

  @AfterEach
  void close() throws SQLException {
    bed.close();
  }

  @Test
  @Failures("F15")
  void aRestartUnderLoadLosesNoConfirmedWriteAndThePoolRecovers() throws Exception {
    Queue<String> answered = new ConcurrentLinkedQueue<>();
    Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();
    var underLoad = new CountDownLatch(40);
    try (var log = new CapturedLog(OutageLog.class.getName());
        var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < CLIENTS; i++) {
        clients.execute(() -> failures.add(submitUntilItFails(answered, underLoad)));
      }
      underLoad.await();
      postgres.stop();
      clients.shutdown();
      clients.awaitTermination(60, java.util.concurrent.TimeUnit.SECONDS);
      assertThat(log.warnings()).singleElement().asString().contains("answered with 503");
    }
    postgres.start();
    // Each pooled connection may fail once more before it is replaced.
    int more = OutageBed.POOL * 2;
    for (int i = 0, failed = 0; i < more; i++) {
      try {
        answered.add(submit());
      } catch (RuntimeException e) {
        failures.add(e);
        assertThat(++failed).isLessThanOrEqualTo(OutageBed.POOL);
      }
    }
    assertThat(failures).hasSizeGreaterThanOrEqualTo(CLIENTS).allMatch(OutageBed::isOutage);
    for (String name : answered) {
      assertThat(number("SELECT count(*) FROM awaken_run WHERE run_id = 'run-" + name + "'"))
          .as(name)
          .isOne();
    }
    assertNothingIsHalfWritten();
  }

  private RuntimeException submitUntilItFails(Queue<String> answered, CountDownLatch underLoad) {
    while (true) {
      try {
        answered.add(submit());
        underLoad.countDown();
      } catch (RuntimeException e) {
        return e;
      }
    }
  }

  private String submit() {
    String name = "n" + names.incrementAndGet();
    bed.stores.mailbox().submits().submit(submission(name, false));
    return name;
  }

  @Test
  @Failures("F16")
  void aRunStopsDuringAnOutageBeforeAnotherNodeMayClaimIt() throws Exception {
    var nanos = new AtomicLong();
    var live = new LiveRuns(nanos::get);
    var lease = Duration.ofSeconds(30);
    var signals = new CompletableFuture<RunSignals>();
    var over = new CountDownLatch(1);
    Claim claim = bed.claimed("long");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var mailbox =
          new Mailbox(bed.stores.mailbox(), RunOwners.withoutBus(live), Mailbox.Limits.of(10));
      var starter =
          new RunStarter(
              mailbox,
              (claimed, given) -> {
                signals.complete(given);
                await(over);
              },
              threads,
              () -> "id");
      starter.begin(claim, mailbox.now());
      var renewal = new RenewLeases(live, bed.stores.mailbox().leases());
      var watch = new StopUnconfirmed(live, lease.multipliedBy(8).dividedBy(10));
      renewal.run();
      postgres.stop();
      try (var log = new CapturedLog(RenewLeases.class);
          var stops = new CapturedLog(StopUnconfirmed.class);
          var breaks = new CapturedLog(DedicatedConnection.class)) {
        nanos.addAndGet(lease.dividedBy(3).toNanos());
        renewal.run();
        watch.run();
        assertThat(signals.get().cancellation().isCancelled()).isFalse();
        nanos.addAndGet(lease.multipliedBy(5).dividedBy(10).toNanos());
        watch.run();
        assertThat(signals.get().cancellation().reason()).isEqualTo(Reason.OWNERSHIP_LOST);
        assertThat(stops.warnings()).singleElement().asString().contains("next owner continues");
        assertThat(log.warnings()).isNotEmpty();
        assertThat(breaks.warnings()).hasSize(1);
      }
      over.countDown();
    }
    postgres.start();
    sql("UPDATE awaken_job SET lease_until = 1");
    Claim next = reclaimed(claim);

    assertThat(next.fence().epoch()).isGreaterThan(claim.fence().epoch());
    assertThatThrownBy(() -> bed.stores.runCommit().commit(claim.fence(), step("late")))
        .isInstanceOf(StaleFence.class);
    bed.stores.runCommit().commit(next.fence(), step("next"));
    assertThat(number("SELECT count(*) FROM awaken_message")).isEqualTo(2);
  }

  /** The first transactions on connections that the restart ended must fail. */
  private Claim reclaimed(Claim lost) {
    StoreUnavailable last = null;
    for (int i = 0; i <= OutageBed.POOL * 2; i++) {
      try {
        bed.stores.mailbox().leases().reclaimExpired(10);
        var candidate =
            new Candidate(
                new JobId(lost.fence().jobId().value()), lost.fence().threadId(), lost.runId());
        var claim = bed.stores.mailbox().claims().claim(candidate, new ClaimToken("next"));
        if (claim.isPresent()) {
          return claim.get();
        }
      } catch (StoreUnavailable e) {
        last = e;
      }
    }
    throw new AssertionError("no node could take the run over", last);
  }

  @Test
  @Failures("F46")
  void aFullDatabaseRejectsWholeTransactionsAndRecoversWhenThereIsRoom() throws SQLException {
    Claim claim = bed.claimed("before");
    // The rows of the thread and its run are written before the one that does not fit.
    sql(
        "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION"
            + " 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$");
    sql(
        "CREATE TRIGGER no_room BEFORE INSERT ON awaken_message FOR EACH ROW EXECUTE FUNCTION"
            + " no_room()");
    long runs = number("SELECT count(*) FROM awaken_run");
    try {
      assertThatThrownBy(() -> bed.claimed("full")).isInstanceOf(StoreUnavailable.class);
      assertThatThrownBy(() -> bed.stores.runCommit().commit(claim.fence(), step("full")))
          .isInstanceOf(StoreUnavailable.class);
      assertThat(number("SELECT count(*) FROM awaken_run")).isEqualTo(runs);
      assertNothingIsHalfWritten();
      // Reads work, but the node must not get new requests.
      assertThat(bed.stores.runs().find(claim.runId())).isPresent();
      assertThatThrownBy(() -> bed.stores.queue().nextDue())
          .isInstanceOf(StoreUnavailable.class)
          .hasMessageContaining("no room");
    } finally {
      sql("DROP TRIGGER no_room ON awaken_message");
      sql("DROP FUNCTION no_room");
    }
    bed.stores.runCommit().commit(claim.fence(), step("room"));
    bed.claimed("after");
    assertThat(number("SELECT count(*) FROM awaken_message")).isEqualTo(3);
  }

  /**
   * A run, its job and its thread are written in one transaction, and so are messages and their
   * count.
   */
  private static void assertNothingIsHalfWritten() throws SQLException {
    long runs = number("SELECT count(*) FROM awaken_run");
    assertThat(
            number(
                "SELECT count(*) FROM awaken_run r JOIN awaken_job j ON j.run_key = r.run_key"
                    + " JOIN awaken_thread t ON t.thread_id = r.thread_id"))
        .isEqualTo(runs);
    assertThat(number("SELECT count(*) FROM awaken_thread")).isEqualTo(runs);
    assertThat(number("SELECT coalesce(sum(message_count), 0) FROM awaken_thread"))
        .isEqualTo(number("SELECT count(*) FROM awaken_message"));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void sql(String sql) throws SQLException {
    try (var connection = DriverManager.getConnection(postgres.url());
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long number(String sql) throws SQLException {
    try (var connection = DriverManager.getConnection(postgres.url());
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
