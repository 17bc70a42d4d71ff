package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.RunStarts;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.message.Message;
import io.awaken.core.run.JobId;
import io.awaken.core.run.Lineage;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.core.store.submission.Submission;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Reading and cancelling runs. */
@Rows(161)
public abstract class RunStoreContract extends StoreContract {

  @Test
  void anUnknownRunIsNotFoundAndHasNoCalls() {
    var unknown = new RunId(fresh("run"));
    assertThat(stores.runs().find(unknown)).isEmpty();
    assertThat(stores.runs().calls(unknown)).isEmpty();
  }

  @Test
  void aRunKnowsWhoDelegatedIt() {
    var parent = new RunId(fresh("parent"));
    var plain = submission(newThread(), null);
    var input = List.of(Message.user("m", "hi"));
    var child =
        new Submission(
            plain.runId(), plain.threadId(), plain.jobId(), "helper", ANN, parent, input, null);
    stores.mailbox().submit(child);
    assertThat(stores.runs().find(child.runId()).orElseThrow().parentRunId()).isEqualTo(parent);
    assertThat(claimDue().spec().parentRunId()).isEqualTo(parent);
  }

  @Test
  void aRunThatIsQueuedIsEndedByItsCancellation() {
    var submission = queued(newThread());

    assertThat(stores.runs().cancel(submission.runId(), ANN)).isEqualTo(CancelResult.ENDED);
    var run = stores.runs().find(submission.runId()).orElseThrow();
    assertThat(run.status()).isEqualTo(RunStatus.DONE);
    assertThat(run.termination()).isEqualTo(new TerminationReason.Cancelled());
    assertThat(run.finishedAt()).isNotNull();
    assertThat(dueJobs()).isEmpty();
    assertThat(stores.mailbox().claim(candidate(submission), newToken())).isEmpty();
    var events = stores.events().read(submission.runId(), 0, 10).getFirst().eventsAfter(0);
    assertThat(events.stream().map(StreamEvent::event))
        .containsExactly(
            RunStarts.of(
                submission.threadId(),
                submission.runId(),
                Lineage.NONE.sentBy(ANN.subject()),
                null),
            new AgentEvent.RunFinish(
                submission.threadId().value(),
                submission.runId().value(),
                null,
                new TerminationReason.Cancelled()));
    claimed(submission.threadId());
  }

  @Test
  void aRunThatBeganAndWentBackToTheQueueIsEndedByItsCancellation() {
    var claim = claimed(newThread());
    var next = stores.runCommit().commit(claim.fence(), step(said(claim.fence(), 1, 3)));
    stores.mailbox().release(next);

    assertThat(stores.runs().cancel(claim.runId(), ANN)).isEqualTo(CancelResult.ENDED);
    var ending = stores.events().read(claim.runId(), 3, 10).getFirst();
    assertThat(ending.firstSequence()).isEqualTo(4);
    assertThat(ending.lastSequence()).isEqualTo(4);
    assertThat(ending.epoch()).isGreaterThan(claim.fence().epoch());
    claimed(claim.fence().threadId());
  }

  @Test
  void aRunThatIsCancelledInTheQueueKeepsWhatItCostAndClosesItsOpenCalls() {
    var claim = claimed(newThread());
    stores.mailbox().release(workedWithOpenCalls(claim.fence()));
    assertThat(stores.runs().cancel(claim.runId(), ANN)).isEqualTo(CancelResult.ENDED);
    assertEndedWithTotalsAndClosedCalls(claim.runId());
  }

  @Test
  @Failures("F27")
  void aRunThatExecutesIsAskedToEndAndAskingAgainChangesNothing() {
    var claim = claimed(newThread());
    assertThat(stores.runs().cancel(claim.runId(), ANN)).isEqualTo(CancelResult.REQUESTED);
    assertThat(stores.runs().cancel(claim.runId(), ANN)).isEqualTo(CancelResult.REQUESTED);
    assertThat(stores.runs().find(claim.runId()).orElseThrow().status())
        .isEqualTo(RunStatus.RUNNING);
    stores.runCommit().finish(claim.fence(), step(null), CANCELLED);
    assertThat(stores.runs().cancel(claim.runId(), ANN)).isEqualTo(CancelResult.ALREADY_DONE);
  }

  @Test
  @Failures("F27")
  void aRunThatIsDoneStaysAsItEnded() {
    var claim = claimed(newThread());
    finish(claim);
    var before = stores.runs().find(claim.runId());
    assertThat(stores.runs().cancel(claim.runId(), ANN)).isEqualTo(CancelResult.ALREADY_DONE);
    assertThat(stores.runs().find(claim.runId())).isEqualTo(before);
  }

  @Test
  void anUnknownRunCannotBeCancelled() {
    assertThat(stores.runs().cancel(new RunId(fresh("run")), ANN))
        .isEqualTo(CancelResult.NOT_FOUND);
  }

  @Test
  void aRunOfAnotherTenantLooksUnknownToACancellationAndSoDoesSomebodysToNobody() {
    var claim = claimed(newThread());
    assertThat(stores.runs().cancel(claim.runId(), STRANGER)).isEqualTo(CancelResult.NOT_FOUND);
    assertThat(stores.runs().cancel(claim.runId(), ANONYMOUS)).isEqualTo(CancelResult.NOT_FOUND);
    finish(claim);
  }

  @Test
  void aRunIsCancelledByAnybodyOfItsTenantWhoHasAName() {
    var claim = claimed(newThread());
    assertThat(stores.runs().cancel(claim.runId(), COLLEAGUE)).isEqualTo(CancelResult.REQUESTED);
  }

  @Test
  void aCancellationOfAWaitingRunLeavesTheOneThatExecutesAlone() {
    var thread = newThread();
    var holder = claimed(thread);
    var waiting = queued(thread);
    assertThat(stores.runs().cancel(waiting.runId(), ANN)).isEqualTo(CancelResult.ENDED);
    assertThat(stores.threads().find(thread).orElseThrow().openRunId()).isEqualTo(holder.runId());
    JobId job = holder.fence().jobId();
    assertThat(stores.runs().find(holder.runId()).orElseThrow().jobId()).isEqualTo(job);
    var ending = stores.events().read(waiting.runId(), 0, 10).getFirst();
    assertThat(ending.firstSequence()).isEqualTo(1);
    var next = stores.runCommit().commit(holder.fence(), step(said(holder.fence(), 1, 2)));
    stores.runCommit().finish(next, step(null), ANSWERED);
    assertThat(stores.runs().find(holder.runId()).orElseThrow().status()).isEqualTo(RunStatus.DONE);
  }

  @Test
  @Failures("F27")
  void aClaimAndACancellationAtOnceAgreeOnWhatHappened() throws Exception {
    for (int i = 0; i < 20; i++) {
      var submission = queued(newThread());
      var turn = new AtomicInteger();
      List<String> outcomes =
          race(
              2,
              () ->
                  turn.getAndIncrement() == 0
                      ? stores.runs().cancel(submission.runId(), ANN).name()
                      : "claimed "
                          + stores.mailbox().claim(candidate(submission), newToken()).isPresent());
      assertThat(outcomes)
          .matches(
              both ->
                  Set.copyOf(both).equals(Set.of("REQUESTED", "claimed true"))
                      || Set.copyOf(both).equals(Set.of("ENDED", "claimed false")));
    }
  }
}
