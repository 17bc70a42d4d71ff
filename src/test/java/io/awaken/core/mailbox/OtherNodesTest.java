package io.awaken.core.mailbox;

import static io.awaken.fixture.CommitBuilder.emptyCommit;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.EventBus;
import io.awaken.core.event.Hint;
import io.awaken.core.mailbox.control.RunCanceller;
import io.awaken.core.mailbox.control.RunInterrupter;
import io.awaken.core.mailbox.duty.SweepLeases;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunSignals;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.Failures;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.UnreliableBus;
import io.awaken.store.memory.MemoryStores;
import io.awaken.store.memory.bus.MemoryBus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/**
 * Two nodes over one store: hints of one reach the other at once, or it finds the work by polling.
 */
class OtherNodesTest {

  private static final Duration POLL = Duration.ofSeconds(10);

  private final SettableClock clock = new SettableClock();
  private final MemoryStores stores =
      new MemoryStores(clock, new MailboxStore.Settings(Duration.ofMinutes(5), 3, "n"));
  private final MemoryBus bus = new MemoryBus(Runnable::run);
  private final EventBus foreign = bus.join();
  private final OneNode here = new OneNode(1);
  private final OneNode there = new OneNode(100);
  private long nanos;

  private final class OneNode {
    final UnreliableBus end = new UnreliableBus(bus.join());
    final ManualExecutor threads = new ManualExecutor();
    Executor begins = threads;
    final ManualExecutor leases = new ManualExecutor();
    final List<RunId> lost = new ArrayList<>();
    final LiveRuns live =
        new LiveRuns(() -> nanos, Duration.ofDays(1), claim -> lost.add(claim.runId()));
    final RunOwners owners;
    final List<RunId> begun = new ArrayList<>();
    final List<RunSignals> signals = new ArrayList<>();
    final Mailbox mailbox;
    final RunStarter starter;
    final Dispatcher dispatcher;
    final RunCanceller canceller;

    OneNode(int room) {
      var renewal =
          new EarlyRenewal(live, new RenewLeases(live, stores.mailbox().leases()), leases);
      owners = new RunOwners(live, renewal::request, end::publish);
      mailbox = new Mailbox(stores.mailbox(), owners, Mailbox.Limits.of(room));
      starter =
          new RunStarter(
              mailbox, (claim, signals) -> {}, task -> begins.execute(task), new CountingIds());
      dispatcher =
          new Dispatcher(
              starter,
              stores.mailbox().queue(),
              new Dispatcher.Duties(
                  new SweepLeases(stores.mailbox().leases(), mailbox), () -> {}, Runnable::run),
              new Dispatcher.Times(POLL, POLL),
              () -> nanos);
      canceller = new RunCanceller(stores.runs(), owners, mailbox);
      end.subscribe(new HintListener(mailbox, renewal));
      dispatcher.poll();
      hinted();
    }

    /** Polls if the dispatcher got a hint, and returns whether it did. */
    boolean hinted() {
      try {
        boolean hinted = mailbox.wakeUp().await(Duration.ZERO);
        if (hinted) {
          dispatcher.poll();
        }
        return hinted;
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    /** Starts a run at once, as for a waiting client. */
    LiveRuns.LiveRun begin(String run, String thread) {
      var result =
          stores.mailbox().submits().submit(submission(run, thread, new ClaimToken("c-" + run)));
      starter.begin(((SubmitResult.Claimed) result).claim(), mailbox.now());
      return live.of(new ClaimToken("c-" + run));
    }

    void queue(String run, String thread) {
      stores.mailbox().submits().submit(submission(run, thread, null));
      mailbox.queued(new ThreadId(thread));
    }

    int executes() {
      return live.count();
    }
  }

  private static Submission submission(String run, String thread, ClaimToken claim) {
    return new Submission(
        new RunId(run),
        new ThreadId(thread),
        new JobId("j-" + run),
        "a",
        Caller.ANONYMOUS,
        null,
        List.of(Message.user("m-" + run, "hi")),
        claim);
  }

  @Test
  void theOtherNodeStartsAJobOfAFullNodeAtOnce() {
    here.begin("r1", "t1");

    here.queue("r2", "t2");

    assertThat(there.hinted()).isTrue();
    assertThat(there.executes()).isOne();
  }

  @Test
  void aJobThatANodeStartsItselfWakesNoOtherNode() {
    there.queue("r1", "t1");

    assertThat(here.hinted()).isFalse();
    assertThat(there.hinted()).isTrue();
    assertThat(there.executes()).isOne();
  }

  @Test
  void aJobStartsWhenTheRunOfAnotherNodeAheadOfItEnds() {
    here.begin("r1", "t1");
    there.queue("r2", "t1");
    there.hinted();
    assertThat(there.executes()).isZero();

    stores.mailbox().leases().release(here.live.of(new ClaimToken("c-r1")).claim.fence());
    here.threads.runAll();

    assertThat(here.hinted()).isTrue();
    assertThat(here.executes()).isOne();
  }

  @Test
  void theOtherNodeStartsHandedOverRunsAtOnce() {
    LiveRuns.LiveRun run = here.begin("r1", "t1");
    stores.mailbox().leases().release(run.claim.fence());
    Thread draining = Thread.ofVirtual().start(() -> here.mailbox.drain(POLL, POLL));
    while (!here.mailbox.draining()) {
      Thread.onSpinWait();
    }
    here.threads.runAll();

    assertThat(join(draining)).isTrue();
    assertThat(there.hinted()).isTrue();
    assertThat(there.executes()).isOne();
  }

  @Test
  void theOtherNodeStartsARunThatGotNoThreadAtOnce() {
    there.begins =
        task -> {
          throw new OutOfMemoryError("unable to create native thread");
        };
    there.queue("r1", "t1");
    try (var log = new CapturedLog(FailedRuns.class)) {
      there.hinted();
      assertThat(log.warnings()).hasSize(1);
    }

    assertThat(there.hinted()).isTrue();
    assertThat(there.executes()).isZero();
    assertThat(here.hinted()).isTrue();
    assertThat(here.executes()).isOne();
  }

  private static boolean join(Thread thread) {
    try {
      return thread.join(Duration.ofSeconds(30));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aLostRunIsStoppedAtOnceByItsNewOwner() {
    LiveRuns.LiveRun hangs = here.begin("r1", "t1");
    here.live.lose(hangs);
    stores.mailbox().leases().release(hangs.claim.fence());
    there.dispatcher.poll();
    LiveRuns.LiveRun run = there.live.all().iterator().next();

    here.canceller.cancel(run.claim.runId(), Caller.ANONYMOUS);
    there.leases.runAll();

    assertThat(run.signals.cancellation().reason()).isEqualTo(CancellationToken.Reason.REQUESTED);
  }

  @Test
  void aCancellationOnAnotherNodeStopsTheRunAtOnce() {
    LiveRuns.LiveRun run = here.begin("r1", "t1");

    there.canceller.cancel(run.claim.runId(), Caller.ANONYMOUS);
    here.leases.runAll();

    assertThat(run.signals.cancellation().reason()).isEqualTo(CancellationToken.Reason.REQUESTED);
  }

  @Test
  void unreadMessagesFromAnotherNodeBecomeARunWhenTheRunEnds() {
    LiveRuns.LiveRun run = here.begin("r1", "t1");
    stores.mailbox().submits().submit(submission("r2", "t1", null).as(SubmitMode.STEER));
    there.mailbox.stored(new ThreadId("t1"), run.claim.runId());
    here.leases.runAll();

    var last = emptyCommit("last");
    var broken = new RunOutcome(new TerminationReason.Error("broken"), null, 1, 0, 0);
    stores.runCommit().finish(run.claim.fence(), last, broken);
    here.threads.runAll();

    assertThat(here.hinted()).isTrue();
    assertThat(here.live.all())
        .extracting(live -> live.claim.runId())
        .containsExactly(new RunId("r2"));
  }

  @Test
  void manyHintsForRunsCauseOneRenewal() {
    LiveRuns.LiveRun run = here.begin("r1", "t1");

    for (int i = 0; i < 50; i++) {
      foreign.publish(new Hint.Stored(run.claim.runId()));
      foreign.publish(new Hint.Missed());
    }

    assertThat(here.leases.waiting()).isOne();
    here.leases.runAll();
    assertThat(run.signals.cancellation().isCancelled()).isFalse();
  }

  @Test
  void aHintAboutAForeignRunCausesNoRenewal() {
    foreign.publish(new Hint.Stored(new RunId("r1")));

    assertThat(here.leases.waiting()).isZero();
  }

  @Test
  void missedHintsTriggerAPollAndARenewal() {
    LiveRuns.LiveRun run = here.begin("r1", "t1");
    there.end.loses();
    there.canceller.cancel(run.claim.runId(), Caller.ANONYMOUS);
    assertThat(here.leases.waiting()).isZero();

    foreign.publish(new Hint.Missed());
    here.leases.runAll();

    assertThat(here.hinted()).isTrue();
    assertThat(run.signals.cancellation().isCancelled()).isTrue();
  }

  @Test
  @Failures("F52")
  void aLostHintDelaysAStartByAtMostOnePoll() {
    here.begin("r1", "t1");
    here.end.loses();
    here.queue("r2", "t2");
    assertThat(there.hinted()).isFalse();
    assertThat(there.executes()).isZero();

    assertThat(there.dispatcher.untilPoll()).isLessThanOrEqualTo(POLL);
    pass(there.dispatcher.untilPoll());
    there.dispatcher.poll();

    assertThat(there.executes()).isOne();
  }

  @Test
  @Failures("F52")
  void aLostHintDelaysACancellationUntilTheNextRenewal() {
    LiveRuns.LiveRun run = here.begin("r1", "t1");
    there.end.loses();
    there.canceller.cancel(run.claim.runId(), Caller.ANONYMOUS);
    here.leases.runAll();
    assertThat(run.signals.cancellation().isCancelled()).isFalse();

    new RenewLeases(here.live, stores.mailbox().leases()).run();

    assertThat(run.signals.cancellation().isCancelled()).isTrue();
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
    clock.advance(time);
  }

  @Test
  void aJobStartsAtOnceWhenItsHintArrivesJustAfterTheRunAheadOfItEnded() {
    LiveRuns.LiveRun run = here.begin("r1", "t1");
    stores.mailbox().submits().submit(submission("r2", "t1", null));
    stores.mailbox().leases().release(run.claim.fence());
    here.threads.runAll();
    assertThat(here.hinted()).isFalse();

    foreign.publish(new Hint.Queued(new ThreadId("t1"), true));

    assertThat(here.hinted()).isTrue();
    assertThat(here.executes()).isOne();
  }

  @Test
  void aHintAboutAnIdleThreadWakesOnlyConcernedNodes() {
    LiveRuns.LiveRun run = here.begin("r1", "t1");
    stores.mailbox().leases().release(run.claim.fence());
    here.threads.runAll();
    here.hinted();
    pass(Duration.ofSeconds(2));

    foreign.publish(new Hint.Queued(new ThreadId("t1"), true));

    assertThat(here.hinted()).isFalse();
  }

  @Test
  @Rows(192)
  @Failures("F31")
  void aForceEndedRunIsLostToItsOwnerAtOnce() {
    LiveRuns.LiveRun run = here.begin("r1", "t1");
    List<Runnable> later = new ArrayList<>();
    var interrupter =
        new RunInterrupter(
            stores.mailbox(),
            there.owners,
            there.mailbox,
            Duration.ofSeconds(5),
            (task, after) -> later.add(task));
    interrupter.interrupt(new ThreadId("t1"), Caller.ANONYMOUS);
    here.leases.runAll();
    assertThat(run.signals.cancellation().isCancelled()).isTrue();
    assertThat(here.lost).isEmpty();

    pass(Duration.ofSeconds(6));
    later.forEach(Runnable::run);
    here.leases.runAll();

    assertThat(here.lost).containsExactly(run.claim.runId());
  }

  @Test
  @Failures("F31")
  void aRunForceEndedByItsOwnNodeIsLostAtOnce() {
    LiveRuns.LiveRun run = here.begin("r1", "t1");
    List<Runnable> later = new ArrayList<>();
    new RunInterrupter(
            stores.mailbox(),
            here.owners,
            here.mailbox,
            Duration.ofSeconds(5),
            (task, after) -> later.add(task))
        .interrupt(new ThreadId("t1"), Caller.ANONYMOUS);

    pass(Duration.ofSeconds(6));
    later.forEach(Runnable::run);
    here.leases.runAll();

    assertThat(here.lost).containsExactly(run.claim.runId());
  }
}
