package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.Claim;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.LeaseStore.NackResult;
import io.awaken.core.store.job.MailboxStore.Interrupted;
import io.awaken.core.store.run.RunCommit.CancelPending;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Clearing a thread, with and without a run that takes it. */
@Rows({191, 192})
public abstract class InterruptContract extends SuspendingContract {

  private static final Duration NOW = Duration.ZERO;
  private static final int ALL = 100;

  private Interrupted interrupt(ThreadId thread) {
    return stores.mailbox().interrupt(thread, ANN).orElseThrow();
  }

  /** A run that interrupts whatever executes; it waits in the queue. */
  private Submission interrupting(Claim executing) {
    var next = submission(executing.fence().threadId(), newToken(), SubmitMode.INTERRUPT);
    assertThat(stores.mailbox().submit(next))
        .isEqualTo(new SubmitResult.Queued(next.jobId(), executing.runId()));
    return next;
  }

  private void assertCancelled(RunId run) {
    assertThat(stores.runs().find(run).orElseThrow().termination())
        .isEqualTo(new TerminationReason.Cancelled());
    assertThat(stores.events().read(run, 0, 100).getLast().eventsAfter(0).getLast().event())
        .isInstanceOf(AgentEvent.RunFinish.class);
  }

  @Test
  void aRunThatExecutesIsAskedToStopAndTheNewOneBeginsAfterIt() {
    var executing = claimed(newThread());
    var next = interrupting(executing);

    var renewal = stores.mailbox().renew(List.of(executing.fence().token()));
    assertThat(renewal.cancelRequested()).containsExactly(executing.runId());
    assertThat(dueJobs()).isEmpty();

    stores.runCommit().finish(executing.fence(), step(null), CANCELLED);
    assertThat(claimDue().runId()).isEqualTo(next.runId());
  }

  @Test
  @Failures("F26")
  void theCommitsOfARunThatIsAskedToStopCountButNoOtherEndThanTheCancelledOne() {
    var executing = claimed(newThread());
    interrupting(executing);

    var fence =
        stores
            .runCommit()
            .commit(executing.fence(), step(null, answer(executing.fence(), "so far")));
    assertThatExceptionOfType(CancelPending.class)
        .isThrownBy(() -> stores.runCommit().finish(fence, step(null), ANSWERED));
    stores.runCommit().finish(fence, step(null), CANCELLED);
    assertThat(stores.threads().history(fence.threadId())).hasSize(2);
  }

  @Test
  void everythingInLineIsSupersededAndEndsInTheSameTransaction() {
    var executing = claimed(newThread());
    var thread = executing.fence().threadId();
    var first = queued(thread);
    var second = queued(thread);

    var done = interrupt(thread);

    assertThat(done.superseded()).isEqualTo(2);
    assertThat(done.stopping()).isEqualTo(executing.runId());
    assertCancelled(first.runId());
    assertCancelled(second.runId());
    stores.runCommit().finish(executing.fence(), step(null), CANCELLED);
    assertThat(dueJobs()).isEmpty();
  }

  @Test
  void aRunThatWaitsEndsAtOnce() {
    var fence = waiting(newThread(), "c-1");

    var done = interrupt(fence.threadId());

    assertThat(done.stopping()).isNull();
    assertCancelled(fence.runId());
    assertThat(questions(fence)).containsExactly(SuspensionStatus.CANCELLED);
    assertThat(stores.threads().find(fence.threadId()).orElseThrow().openRunId()).isNull();
  }

  @Test
  void aRunThatWasGivenBackEndsAtOnce() {
    var executing = claimed(newThread());
    stores.mailbox().release(executing.fence());

    assertThat(interrupt(executing.fence().threadId()).superseded()).isEqualTo(1);
    assertCancelled(executing.runId());
    assertThat(dueJobs()).isEmpty();
  }

  @Test
  void aRunThatIsInterruptedAndBreaksOffKeepsTheNewOneWaitingForNoBackoff() {
    var executing = claimed(newThread());
    var next = interrupting(executing);
    for (int i = 0; i < Stores.SETTINGS.maxAttempts(); i++) {
      assertThat(stores.mailbox().nack(executing.fence(), "Broken: off", true))
          .isNotInstanceOf(NackResult.Dead.class);
    }

    assertEndedAtOnceFor(executing, next);
  }

  @Test
  void aRunThatIsInterruptedAndGivenBackKeepsTheNewOneWaitingForNoTime() {
    var executing = claimed(newThread());
    var next = interrupting(executing);

    assertThat(stores.mailbox().release(executing.fence(), Duration.ofMinutes(1)))
        .contains(Duration.ZERO);

    assertEndedAtOnceFor(executing, next);
  }

  private void assertEndedAtOnceFor(Claim executing, Submission next) {
    assertThat(stores.mailbox().due(1)).hasSize(1);
    stores.mailbox().due(9).forEach(due -> stores.mailbox().claim(due, newToken()));
    assertCancelled(executing.runId());
    assertThat(claimDue().runId()).isEqualTo(next.runId());
  }

  @Test
  void eachInterruptionRaisesTheGenerationAlsoWhereThereIsNothingToStop() {
    var thread = newThread();
    finish(claimed(thread));

    long generation = interrupt(thread).generation();
    assertThat(interrupt(thread)).isEqualTo(new Interrupted(generation + 1, null, 0));
  }

  @Test
  void aThreadThatIsNotThereForTheCallerIsNotInterrupted() {
    var executing = claimed(newThread());

    assertThat(stores.mailbox().interrupt(newThread(), ANN)).isEmpty();
    assertThat(stores.mailbox().interrupt(executing.fence().threadId(), STRANGER)).isEmpty();
    finish(executing);
  }

  @Test
  void aRunThatDoesNotStopIsEndedWhenThePatienceIsOverAndItsOwnerWritesNothingMore() {
    var executing = claimed(newThread());
    var next = interrupting(executing);

    assertThat(stores.mailbox().forceEndOverdue(Duration.ofMinutes(1), ALL)).isZero();
    assertThat(status(executing.runId())).isEqualTo(RunStatus.RUNNING);

    assertThat(stores.mailbox().forceEndOverdue(NOW, ALL)).isEqualTo(1);
    assertCancelled(executing.runId());
    assertThatExceptionOfType(StaleFence.class)
        .isThrownBy(() -> stores.runCommit().commit(executing.fence(), step(null)));
    assertThatExceptionOfType(StaleFence.class)
        .isThrownBy(() -> stores.runCommit().finish(executing.fence(), step(null), CANCELLED));
    assertThat(claimDue().runId()).isEqualTo(next.runId());
    assertThat(stores.mailbox().forceEndOverdue(NOW, ALL)).isZero();
  }

  @Test
  void aRunThatWasOnlyCancelledKeepsItsOwner() {
    var executing = claimed(newThread());
    stores.runs().cancel(executing.runId(), ANN);

    assertThat(stores.mailbox().forceEndOverdue(NOW, ALL)).isZero();
    stores.runCommit().finish(executing.fence(), step(null), CANCELLED);
  }

  @Test
  void aRunThatInterruptsAndWhoseAnswerWasLostIsAcceptedOnce() {
    var executing = claimed(newThread());
    var next = interrupting(executing);

    assertThat(stores.mailbox().submit(next))
        .isEqualTo(new SubmitResult.Queued(next.jobId(), executing.runId()));
    assertThat(stores.mailbox().queueDepth()).isEqualTo(1);
  }

  @Test
  @Failures("F25")
  void ofManyInterruptionsAtOnceOneRunIsLeftToBegin() throws Exception {
    var executing = claimed(newThread());
    var thread = executing.fence().threadId();

    List<SubmitResult> results =
        race(
            8, () -> stores.mailbox().submit(submission(thread, newToken(), SubmitMode.INTERRUPT)));

    assertThat(results).allMatch(SubmitResult.Queued.class::isInstance);
    stores.runCommit().finish(executing.fence(), step(null), CANCELLED);
    assertThat(dueJobs()).hasSize(1);
  }

  /** F25: nobody is forgotten, and one run executes at a time. */
  @Test
  @Failures("F25")
  void messagesInEveryModeAtOnceAreEachAnsweredAndOneRunExecutesAtATime() throws Exception {
    for (int i = 0; i < 5; i++) {
      var executing = claimed(newThread());
      var thread = executing.fence().threadId();
      var modes = new ConcurrentLinkedQueue<>(List.of(SubmitMode.values()));
      Map<SubmitMode, Submission> said = new ConcurrentHashMap<>();
      Map<SubmitMode, SubmitResult> answered = new ConcurrentHashMap<>();

      race(
          SubmitMode.values().length,
          () -> {
            var mode = modes.remove();
            said.put(mode, submission(thread, null, mode));
            return answered.put(mode, stores.mailbox().submit(said.get(mode)));
          });

      assertThat(answered.get(SubmitMode.REJECT))
          .isEqualTo(SubmitResult.Refused.busy(executing.runId()));
      assertThat(answered.get(SubmitMode.STEER))
          .isEqualTo(new SubmitResult.Steered(executing.runId()));
      assertThat(answered.get(SubmitMode.INTERRUPT))
          .isEqualTo(
              new SubmitResult.Queued(said.get(SubmitMode.INTERRUPT).jobId(), executing.runId()));
      assertThat(dueJobs()).isEmpty();
      stores.runCommit().finish(executing.fence(), step(null), CANCELLED);
      assertThat(executedOneByOne(thread)).contains(said.get(SubmitMode.INTERRUPT).runId());
      assertThat(status(said.get(SubmitMode.QUEUE).runId())).isEqualTo(RunStatus.DONE);
    }
  }

  private List<RunId> executedOneByOne(ThreadId thread) {
    var executed = new ArrayList<RunId>();
    while (!dueJobs().isEmpty()) {
      assertThat(dueJobs()).hasSize(1);
      Claim claim = claimDue();
      assertThat(claim.fence().threadId()).isEqualTo(thread);
      assertThat(dueJobs()).isEmpty();
      executed.add(claim.runId());
      finish(claim);
    }
    return executed;
  }

  @Test
  @Failures("F26")
  void anInterruptionAndAnEndAtOnceLeaveTheNewRunAndOneEnding() throws Exception {
    for (int i = 0; i < 10; i++) {
      var executing = claimed(newThread());
      var thread = executing.fence().threadId();
      var next = submission(thread, newToken(), SubmitMode.INTERRUPT);
      var turn = new AtomicInteger();

      race(2, () -> turn.getAndIncrement() == 0 ? stores.mailbox().submit(next) : end(executing));

      assertThat(status(executing.runId())).isEqualTo(RunStatus.DONE);
      var now = stores.threads().find(thread).orElseThrow();
      assertThat(now.activeRunId() == null ? claimDue().runId() : now.activeRunId())
          .isEqualTo(next.runId());
    }
  }

  /** As an owner does that meets the request to stop at its end. */
  private Void end(Claim claim) {
    try {
      finish(claim);
    } catch (CancelPending e) {
      stores.runCommit().finish(claim.fence(), step(null), CANCELLED);
    }
    return null;
  }
}
