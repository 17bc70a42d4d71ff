package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.Claim;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.LeaseStore.NackResult;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.core.store.run.StaleFence;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs that their owners could not execute: another attempt later, or the dead letter. */
@Rows({190, 193})
public abstract class NackContract extends StoreContract {

  private static final NackResult LOST = new NackResult.Lost();
  private static final NackResult DEAD = new NackResult.Dead();

  private NackResult nack(Claim claim) {
    return stores.mailbox().nack(claim.fence(), "Broken: pipe", false);
  }

  private static NackResult retriedIn(int seconds) {
    return new NackResult.Retried(Duration.ofSeconds(seconds));
  }

  /** Fails until one attempt is left; returns its claim. */
  private Claim lastAttempt(Claim first) {
    Claim claim = first;
    for (int attempt = 1; attempt < Stores.SETTINGS.maxAttempts(); attempt++) {
      nack(claim);
      stores.passBackoff();
      claim = claimDue();
    }
    return claim;
  }

  private JobStatus status(Claim claim) {
    return stores.jobs().get(claim.fence().jobId());
  }

  @Test
  void aRunThatBrokeOffIsInTheQueueAgainButNotDueAtOnce() {
    var claim = claimed(newThread());

    assertThat(nack(claim)).isEqualTo(retriedIn(10));

    assertThat(status(claim)).isEqualTo(JobStatus.QUEUED);
    assertThat(dueJobs()).isEmpty();
    assertThat(stores.mailbox().queueDepth()).isEqualTo(1);
    assertThat(stores.lastError(claim.fence().jobId())).isEqualTo("Broken: pipe");
  }

  @Test
  void itsNextAttemptGoesOnFromItsLastCommit() {
    var claim = claimed(newThread());
    stores
        .runCommit()
        .commit(claim.fence(), step(said(claim.fence(), 1, 3), answer(claim.fence(), "a")));
    nack(claim);
    stores.passBackoff();

    var again = claimDue();

    assertThat(again.runId()).isEqualTo(claim.runId());
    assertThat(again.attempt()).isEqualTo(2);
    assertThat(again.begun()).isTrue();
    assertThat(again.fence().epoch()).isEqualTo(claim.fence().epoch() + 1);
    assertThat(again.fence().messageCount()).isEqualTo(2);
    finish(again);
  }

  @Test
  void theTimeToTheNextAttemptGrowsUpToItsLimit() {
    var claim = claimed(newThread());
    assertThat(nack(claim)).isEqualTo(retriedIn(10));
    stores.passBackoff();

    assertThat(nack(claimDue())).isEqualTo(retriedIn(15));
  }

  @Test
  void nobodyClaimsItBeforeItsTime() {
    var submission = queued(newThread());
    nack(claimDue());

    assertThat(stores.mailbox().claim(candidate(submission), newToken())).isEmpty();
    stores.passBackoff();
    assertThat(stores.mailbox().claim(candidate(submission), newToken())).isPresent();
  }

  @Test
  void itKeepsItsThreadMeanwhileAndNoOtherThreadWaitsForIt() {
    var thread = newThread();
    nack(claimed(thread));
    queued(thread);
    var other = queued(newThread());

    assertThat(dueJobs()).containsExactly(other.jobId());
  }

  @Test
  void aRunWhoseAttemptsAreUsedUpGoesToTheDeadLetterAndEndsWithAnError() {
    var thread = newThread();
    var last = lastAttempt(claimed(thread));

    assertThat(nack(last)).isEqualTo(DEAD);

    assertThat(status(last)).isEqualTo(JobStatus.DEAD_LETTER);
    assertThat(stores.lastError(last.fence().jobId())).isEqualTo("Broken: pipe");
    var run = stores.runs().find(last.runId()).orElseThrow();
    assertThat(run.status()).isEqualTo(RunStatus.DONE);
    assertThat(run.termination())
        .isEqualTo(new TerminationReason.Error("gave up after 3 attempts"));
    assertThat(stores.threads().find(thread).orElseThrow().openRunId()).isNull();
    claimed(thread);
  }

  @Test
  void aPermanentFailureGoesThereAtOnceAndTellsClientsNothingOfWhatHappened() {
    var claim = claimed(newThread());

    assertThat(stores.mailbox().nack(claim.fence(), "Broken: for good", true)).isEqualTo(DEAD);

    assertThat(status(claim)).isEqualTo(JobStatus.DEAD_LETTER);
    assertThat(stores.lastError(claim.fence().jobId())).isEqualTo("Broken: for good");
    assertThat(stores.runs().find(claim.runId()).orElseThrow().termination())
        .isEqualTo(new TerminationReason.Error("the run cannot be executed"));
  }

  @Test
  void theDeadLetterSaysItsEndOnceAndClosesWhatIsOpen() {
    var claim = claimed(newThread());
    var worked = workedWithOpenCalls(claim.fence());

    stores.mailbox().nack(worked, "Broken: for good", true);

    assertEndedWithTotalsAndClosedCalls(claim.runId());
    var ending = stores.events().read(claim.runId(), 6, 10);
    assertThat(ending).hasSize(1);
    assertThat(ending.getFirst().epoch()).isGreaterThan(claim.fence().epoch());
    assertThat(ending.getFirst().eventsAfter(6))
        .extracting(StreamEvent::event)
        .filteredOn(AgentEvent.RunFinish.class::isInstance)
        .hasSize(1);
  }

  @Test
  void aClaimThatWasHandedBackIsNoFailure() {
    var claim = claimed(newThread());
    for (int i = 0; i < 5; i++) {
      stores.mailbox().release(claim.fence());
      claim = claimDue();
    }

    assertThat(nack(claim)).isEqualTo(retriedIn(10));
  }

  @Test
  void aClaimThatIsHandedBackForLaterIsNotDueAtOnceAndCostsNothing() {
    var claim = claimed(newThread());

    assertThat(stores.mailbox().release(claim.fence(), Duration.ofSeconds(10)))
        .contains(Duration.ofSeconds(10));

    assertThat(dueJobs()).isEmpty();
    stores.passBackoff();
    assertThat(nack(claimDue())).isEqualTo(retriedIn(10));
  }

  @Test
  @Rows(1012)
  void aRunThatIsHandedBackForLaterKeepsItsThreadAndWhatItHasCommitted() {
    var claim = claimed(newThread());
    var next = queued(claim.fence().threadId());
    var fence = stores.runCommit().commit(claim.fence(), step(said(claim.fence(), 1, 3)));

    stores.mailbox().release(fence, Duration.ofSeconds(10));

    assertThat(dueJobs()).isEmpty();
    stores.passBackoff();
    Claim again = claimDue();
    assertThat(again.runId()).isEqualTo(claim.runId());
    assertThat(stores.events().lastSequence(again.runId(), Long.MAX_VALUE)).isEqualTo(3);
    finish(again);
    assertThat(claimDue().runId()).isEqualTo(next.runId());
  }

  @Test
  @Rows(1012)
  void aRunThatIsHandedBackForLaterIsCancelledAtOnce() {
    var claim = claimed(newThread());
    stores.mailbox().release(claim.fence(), Duration.ofSeconds(10));

    assertThat(stores.runs().cancel(claim.runId(), ANN)).isEqualTo(CancelResult.ENDED);

    stores.passBackoff();
    assertThat(dueJobs()).isEmpty();
    assertThat(status(claim)).isEqualTo(JobStatus.CANCELLED);
  }

  @Test
  void whoeverGaveARunBackWritesNothingMore() {
    var claim = claimed(newThread());
    nack(claim);

    assertThatThrownBy(() -> stores.runCommit().commit(claim.fence(), step(null)))
        .isInstanceOf(StaleFence.class);
    assertThatThrownBy(() -> finish(claim)).isInstanceOf(StaleFence.class);
    assertThat(nack(claim)).isEqualTo(LOST);
    assertThat(stores.mailbox().renew(List.of(claim.fence().token())).owned()).isEmpty();
  }

  @Test
  void anOwnerThatLostItsRunChangesNothingForTheNextOne() {
    var lost = claimed(newThread());
    stores.expireLeases();
    stores.mailbox().reclaimExpired(10);
    var owner = claimDue();

    assertThat(nack(lost)).isEqualTo(LOST);
    assertThat(stores.mailbox().nack(lost.fence(), "Broken: for good", true)).isEqualTo(LOST);

    assertThat(status(owner)).isEqualTo(JobStatus.CLAIMED);
    assertThat(stores.lastError(owner.fence().jobId())).doesNotContain("Broken");
    finish(owner);
  }

  @Test
  void aRunThatHasEndedIsNotGivenBack() {
    var claim = claimed(newThread());
    finish(claim);

    assertThat(nack(claim)).isEqualTo(LOST);
    assertThat(status(claim)).isEqualTo(JobStatus.ACCEPTED);
  }

  @Test
  void aRunThatWasToBeCancelledEndsInsteadOfItsNextAttempt() {
    var claim = claimed(newThread());
    stores.runs().cancel(claim.runId(), ANN);
    nack(claim);
    stores.passBackoff();

    var candidate = stores.mailbox().due(1).getFirst();
    assertThat(stores.mailbox().claim(candidate, newToken())).isEmpty();

    assertThat(stores.runs().find(claim.runId()).orElseThrow().termination())
        .isEqualTo(new TerminationReason.Cancelled());
    assertThat(status(claim)).isEqualTo(JobStatus.CANCELLED);
  }

  @Test
  void ofManyWhoGiveARunBackOneDoes() throws Exception {
    var claim = claimed(newThread());

    var results = race(8, () -> nack(claim));

    assertThat(results).filteredOn(result -> !result.equals(LOST)).hasSize(1);
    stores.passBackoff();
    assertThat(claimDue().attempt()).isEqualTo(2);
  }
}
