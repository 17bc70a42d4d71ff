package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.EventBus;
import io.awaken.core.mailbox.LiveRuns.LiveRun;
import io.awaken.core.mailbox.control.RunCanceller;
import io.awaken.core.mailbox.control.RunInterrupter;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.Databases;
import io.awaken.store.database.bus.PostgresBus;
import io.awaken.store.jpa.JpaStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Two nodes on one PostgreSQL. Renewals and polls by time are off, so every signal comes over the
 * bus.
 */
@Timeout(90)
class OwnersElsewhereTest {

  private static final Caller CALLER = Caller.ANONYMOUS;

  private final Databases.Unopened unopened = Databases.unopenedPostgres();
  private final Databases.Fresh database = unopened.open();
  private final List<Thread> duties = new ArrayList<>();
  private OneNode owner;
  private OneNode other;

  private final class OneNode {
    final JpaStores stores =
        new JpaStores(
            database.transactions(JpaStores.ENTITIES),
            database.database(),
            new MailboxStore.Settings(Duration.ofMinutes(5), 3, "n"));
    final ExecutorService leases = Executors.newSingleThreadExecutor();
    final LiveRuns live = new LiveRuns(System::nanoTime);
    final RunOwners owners;
    final EventBus bus;
    final Mailbox mailbox;
    final RunStarter starter;

    OneNode(String id, int room) {
      var source = new PGSimpleDataSource();
      source.setUrl(unopened.url());
      bus = new PostgresBus(source, id, Duration.ofMillis(15), System::nanoTime);
      var renewal =
          new EarlyRenewal(live, new RenewLeases(live, stores.mailbox().leases()), leases);
      owners = new RunOwners(live, renewal::request, bus::publish);
      mailbox = new Mailbox(stores.mailbox(), owners, Mailbox.Limits.of(room));
      starter = new RunStarter(mailbox, (claim, signals) -> {}, task -> {}, new CountingIds(id));
      bus.subscribe(new HintListener(mailbox, renewal));
      bus.duties().forEach((name, duty) -> duties.add(Thread.ofPlatform().daemon().start(duty)));
    }

    void close() {
      bus.close();
      leases.close();
      stores.close();
    }
  }

  @BeforeEach
  void begin() {
    owner = new OneNode("one", 1);
    other = new OneNode("two", 10);
    String listening =
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state ="
            + " 'idle' AND query LIKE 'LISTEN%'";
    while (database.number(listening) < 2) {
      Thread.onSpinWait();
    }
  }

  @AfterEach
  void end() throws InterruptedException {
    owner.close();
    other.close();
    for (Thread duty : duties) {
      duty.join();
    }
    database.close();
  }

  @Test
  void commandsOnOtherNodesReachTheOwnerAtOnce() throws Exception {
    LiveRun run = executing("r1");
    RunId id = run.claim.runId();
    var signalled = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    run.signals.inbox().onRaise(signalled::countDown);
    run.signals.cancellation().onCancel(stopped::countDown);

    long sentAt = System.nanoTime();
    other.stores.mailbox().submits().submit(submission("r2", null).as(SubmitMode.STEER));
    other.mailbox.stored(id);
    assertThat(signalled.await(60, TimeUnit.SECONDS)).isTrue();
    long steered = System.nanoTime() - sentAt;

    sentAt = System.nanoTime();
    new RunCanceller(other.stores.runs(), other.owners, other.mailbox).cancel(id, CALLER);
    assertThat(stopped.await(60, TimeUnit.SECONDS)).isTrue();
    long cancelled = System.nanoTime() - sentAt;

    assertThat(run.signals.cancellation().reason()).isEqualTo(CancellationToken.Reason.REQUESTED);
    System.getLogger(getClass().getName())
        .log(
            System.Logger.Level.INFO,
            "steered in {0} ms, cancelled in {1} ms",
            TimeUnit.NANOSECONDS.toMillis(steered),
            TimeUnit.NANOSECONDS.toMillis(cancelled));
    assertThat(Duration.ofNanos(Math.max(steered, cancelled))).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void anInterruptionOnAnotherNodeStopsTheOwner() throws Exception {
    LiveRun run = executing("r1");
    var stopped = new CountDownLatch(1);
    run.signals.cancellation().onCancel(stopped::countDown);
    var interrupter =
        new RunInterrupter(
            other.stores.mailbox(),
            other.owners,
            other.mailbox,
            Duration.ofMinutes(5),
            (task, after) -> {});

    assertThat(interrupter.interrupt(new ThreadId("t"), CALLER)).isPresent();

    assertThat(stopped.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aJobQueuedByAFullNodeWakesTheOther() throws Exception {
    executing("r1");
    owner.stores.mailbox().submits().submit(submission("r2", null));

    owner.mailbox.queued(new ThreadId("t"));

    assertThat(other.mailbox.wakeUp().await(Duration.ofSeconds(60))).isTrue();
  }

  private LiveRun executing(String run) {
    var token = new ClaimToken("c-" + run);
    var result = owner.stores.mailbox().submits().submit(submission(run, token));
    owner.starter.begin(((SubmitResult.Claimed) result).claim(), owner.mailbox.now());
    return owner.live.of(token);
  }

  private static Submission submission(String run, ClaimToken claim) {
    return new Submission(
        new RunId(run),
        new ThreadId("t"),
        new JobId("j-" + run),
        "a",
        CALLER,
        null,
        List.of(Message.user("m-" + run, "hi")),
        claim);
  }
}
