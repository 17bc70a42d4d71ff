package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.mailbox.control.RunCanceller;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.job.MailboxStore.Waiting;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Failures;
import io.awaken.fixture.ForwardingMailbox;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class DispatcherTest {

  private final QueueNode node = new QueueNode();

  /** F52: without hints, the node relies on polling. */
  @Test
  @Rows(193)
  @Failures("F52")
  void aRunWhoseHintWasLostStartsWithinOnePoll() {
    node.dispatcher.poll();
    var run = node.queue();

    assertThat(node.dispatcher.untilPoll()).isLessThanOrEqualTo(QueueNode.EVERY);
    node.pass(node.dispatcher.untilPoll());
    node.dispatcher.poll();

    assertThat(node.stores.runs().find(run).orElseThrow().status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void hintsDoNotPostponeThePoll() {
    node.dispatcher.poll();
    node.pass(Duration.ofSeconds(9));
    node.dispatcher.poll();

    assertThat(node.dispatcher.untilPoll()).isEqualTo(Duration.ofSeconds(1));
  }

  /** F03 and invariant I8: a dead node's runs continue within lease and sweep. */
  @Test
  @Rows(194)
  @Failures("F03")
  void runsOfADeadNodeContinueWithinALeaseAndASweep() {
    for (int i = 0; i < 500; i++) {
      node.queue();
    }
    node.dispatcher.poll();
    // The first node is dead: it neither executes nor renews. This is another one.
    var began = new ArrayList<String>();
    node.runs = (claim, signals) -> began.add(claim.runId() + " " + claim.attempt());
    Duration passed = Duration.ZERO;
    while (passed.compareTo(QueueNode.LEASE.plus(QueueNode.EVERY)) <= 0) {
      node.dispatcher.poll();
      Duration step = Duration.ofSeconds(1);
      node.pass(step);
      passed = passed.plus(step);
    }
    node.threads.runAll();

    assertThat(began).filteredOn(run -> run.endsWith(" 2")).hasSize(500);
  }

  @Test
  @Failures("F23")
  void aBlockedSweepDelaysNoRunAndStartsNoSecondSweep() {
    List<Runnable> aside = new ArrayList<>();
    long[] nanos = {0};
    var dispatcher =
        new Dispatcher(
            node.starter,
            node.stores.mailbox().queue(),
            new Dispatcher.Duties(() -> {}, () -> {}, aside::add),
            new Dispatcher.Times(Duration.ofSeconds(10), Duration.ofSeconds(4)),
            () -> nanos[0]);
    int room = node.mailbox.room();
    node.queue();

    dispatcher.poll();
    assertThat(node.mailbox.room()).isEqualTo(room - 1);
    nanos[0] += Duration.ofSeconds(4).toNanos();
    dispatcher.poll();
    assertThat(aside).hasSize(1);

    aside.getFirst().run();
    nanos[0] += Duration.ofSeconds(4).toNanos();
    dispatcher.poll();
    assertThat(aside).hasSize(2);
  }

  /** Removing a long thread takes minutes; sweeps must not wait for it. */
  @Test
  void neitherARemovalNorADeliveryDelaysASweep() {
    List<Runnable> aside = new ArrayList<>();
    List<String> done = new ArrayList<>();
    long[] nanos = {0};
    var store =
        new ForwardingMailbox(node.stores.mailbox()) {
          @Override
          public Waiting waiting() {
            return new Waiting(true, true, true, true, true);
          }
        };
    var dispatcher =
        new Dispatcher(
            node.starter,
            store,
            new Dispatcher.Duties(
                () -> done.add("sweep"),
                () -> {},
                () -> done.add("removal"),
                () -> done.add("outbox"),
                aside::add),
            new Dispatcher.Times(Duration.ofSeconds(10), Duration.ofSeconds(10)),
            () -> nanos[0]);

    dispatcher.poll();
    assertThat(aside).hasSize(3);
    aside.removeFirst().run();
    nanos[0] += Duration.ofSeconds(10).toNanos();
    dispatcher.poll();

    assertThat(aside).hasSize(3);
    aside.forEach(Runnable::run);
    assertThat(done).containsExactly("sweep", "removal", "outbox", "sweep");
  }

  @Test
  @Rows(63)
  void pluginsAreNotifiedOfARunEndedHereWithoutWaitingForThePoll() {
    List<String> done = new ArrayList<>();
    var dispatcher =
        new Dispatcher(
            node.starter,
            node.stores.mailbox().queue(),
            new Dispatcher.Duties(
                () -> {}, () -> {}, () -> {}, () -> done.add("outbox"), Runnable::run),
            new Dispatcher.Times(Duration.ofSeconds(10), Duration.ofSeconds(10)),
            () -> 0);
    dispatcher.poll();
    assertThat(done).isEmpty();
    RunId run = node.queue();

    var canceller =
        new RunCanceller(
            node.stores.runs(), RunOwners.withoutBus(new LiveRuns(() -> 0)), node.mailbox);
    canceller.cancel(run, Caller.ANONYMOUS);
    dispatcher.poll();
    dispatcher.poll();

    assertThat(done).containsExactly("outbox");
  }

  @Test
  void leasesAreSweptAtTheirOwnPace() {
    List<String> duties = new ArrayList<>();
    long[] nanos = {0};
    var dispatcher =
        new Dispatcher(
            node.starter,
            node.stores.mailbox().queue(),
            new Dispatcher.Duties(
                () -> duties.add("sweep"), () -> duties.add("expiry"), Runnable::run),
            new Dispatcher.Times(Duration.ofSeconds(10), Duration.ofSeconds(4)),
            () -> nanos[0]);
    for (int second = 0; second <= 12; second++) {
      dispatcher.poll();
      nanos[0] += Duration.ofSeconds(1).toNanos();
    }

    // At 0, 4, 8 and 12 seconds; the poll at 10 sends the same query and sweeps nothing.
    assertThat(duties).filteredOn("sweep"::equals).hasSize(4);
    assertThat(duties).filteredOn("expiry"::equals).hasSize(5);
  }

  @Test
  void aSweepWithoutAThreadStartsAtALaterPoll() {
    List<Runnable> aside = new ArrayList<>();
    boolean[] exhausted = {true};
    Executor threads =
        duty -> {
          if (exhausted[0]) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          aside.add(duty);
        };
    long[] nanos = {0};
    var dispatcher =
        new Dispatcher(
            node.starter,
            node.stores.mailbox().queue(),
            new Dispatcher.Duties(() -> {}, () -> {}, threads),
            new Dispatcher.Times(Duration.ofSeconds(10), Duration.ofSeconds(4)),
            () -> nanos[0]);
    int room = node.mailbox.room();
    node.queue();
    try (var log = new CapturedLog(Dispatcher.class)) {
      dispatcher.poll();
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .startsWith("leases and questions got no thread");
    }
    assertThat(node.mailbox.room()).isEqualTo(room - 1);

    exhausted[0] = false;
    nanos[0] += Duration.ofSeconds(4).toNanos();
    dispatcher.poll();
    assertThat(aside).hasSize(1);
  }

  @Test
  void aNodeReportsProgressThoughTheOnlyDueJobCannotBeClaimed() {
    var broken =
        new QueueNode(
            store -> refusing(store, new IllegalStateException("broken row")),
            StartRate.unlimited());
    broken.queue();
    try (var log = new CapturedLog(ClaimPass.class.getName())) {
      broken.dispatcher.poll();
      assertThat(log.warnings()).hasSize(1);
    }

    assertThat(broken.starter.progress()).isPositive();
  }

  @Test
  void aNodeWhoseStoreFailsEveryClaimReportsNoProgress() {
    var away =
        new QueueNode(
            store -> refusing(store, new StoreUnavailable("a standby", null)),
            StartRate.unlimited());
    away.queue();
    try (var log = new CapturedLog(ClaimPass.class.getName())) {
      away.dispatcher.poll();
      assertThat(log.warnings()).hasSize(1);
    }

    assertThat(away.starter.progress()).isZero();
  }

  @Test
  void aRunThatDidNotWaitIsNoProgressOfTheQueue() {
    var fence =
        new Fence(
            new ThreadId("t"), new RunId("r"), new JobId("j"), new ClaimToken("c"), 1, 0, null);

    node.starter.begin(new Claim(fence, "a", Caller.ANONYMOUS, null, 1), 0);

    assertThat(node.starter.progress()).isZero();
  }

  private static ForwardingMailbox refusing(MailboxStore store, RuntimeException why) {
    return new ForwardingMailbox(store) {
      @Override
      public Optional<Claim> claim(Candidate candidate, ClaimToken token) {
        throw why;
      }
    };
  }
}
