package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.Claim;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.RowPosition;
import io.awaken.core.store.run.StaleFence;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Leases: renewal, loss, takeover, dead letter. */
public abstract class LeaseContract extends StoreContract {

  @Test
  void aLiveLeaseIsNotTakenAway() {
    claimed(newThread());
    assertThat(stores.mailbox().reclaimExpired(10)).isZero();
  }

  @Test
  void aNodeIsToldOfJobsAndOfLeasesThatRanOut() {
    queued(newThread());
    assertThat(stores.mailbox().waiting().jobs()).isTrue();

    claimed(newThread());
    stores.expireLeases();
    assertThat(stores.mailbox().waiting().leases()).isTrue();
  }

  @Test
  void aRenewedLeaseIsLiveAgain() {
    var token = claimed(newThread()).fence().token();
    stores.expireLeases();
    assertThat(stores.mailbox().renew(List.of(token)).owned()).containsExactly(token);
    assertThat(stores.mailbox().reclaimExpired(10)).isZero();
  }

  @Test
  void aRenewalSaysWhichClaimsAreLost() {
    var finished = claimed(newThread());
    finish(finished);
    var lost = claimed(newThread());
    stores.expireLeases();
    stores.mailbox().reclaimExpired(10);
    var alive = claimed(newThread());
    var tokens =
        List.of(alive.fence().token(), lost.fence().token(), finished.fence().token(), newToken());

    var renewal = stores.mailbox().renew(tokens);
    assertThat(renewal.owned()).containsExactly(alive.fence().token());
    assertThat(renewal.cancelRequested()).isEmpty();
  }

  @Test
  void aRenewalTellsOfCancellationsOfItsOwnRunsOnly() {
    var mine = claimed(newThread());
    var other = claimed(newThread());
    var calm = claimed(newThread());
    stores.runs().cancel(mine.runId(), ANN);
    stores.runs().cancel(other.runId(), ANN);

    var renewal = stores.mailbox().renew(List.of(mine.fence().token(), calm.fence().token()));
    assertThat(renewal.owned()).hasSize(2);
    assertThat(renewal.cancelRequested()).containsExactly(mine.runId());
  }

  @Test
  void nothingToRenewIsNothingRenewed() {
    assertThat(stores.mailbox().renew(List.of()).owned()).isEmpty();
  }

  @Test
  void anExpiredRunGoesBackToTheQueueAndTheNextOwnerContinues() {
    var thread = newThread();
    var first = claimed(thread);
    var step = step(said(first.fence(), 1, 3), answer(first.fence(), "one"));
    var kept = stores.runCommit().commit(first.fence(), step);
    stores.expireLeases();

    assertThat(stores.mailbox().reclaimExpired(10)).isEqualTo(1);
    assertThat(stores.threads().find(thread).orElseThrow().activeRunId()).isNull();
    var second = claimDue();
    assertThat(second.runId()).isEqualTo(first.runId());
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(second.fence().messageCount()).isEqualTo(2);
    assertThat(stores.events().lastSequence(second.runId(), second.fence().epoch())).isEqualTo(3);
    assertThatThrownBy(() -> stores.runCommit().commit(kept, step(null)))
        .isInstanceOf(StaleFence.class);
    stores.runCommit().commit(second.fence(), step(said(second.fence(), 4, 4)));
    assertThat(stores.threads().history(thread)).hasSize(2);
  }

  @Test
  void aSweepTakesNoMoreThanItIsToldTo() {
    for (int i = 0; i < 3; i++) {
      claimed(newThread());
    }
    stores.expireLeases();
    assertThat(stores.mailbox().reclaimExpired(2)).isEqualTo(2);
    assertThat(stores.mailbox().reclaimExpired(2)).isEqualTo(1);
    assertThat(stores.mailbox().reclaimExpired(2)).isZero();
  }

  @Test
  @Rows(194)
  void aSweepGoesOnBehindWhatItHasSeenUntilNothingIsLeft() {
    for (int i = 0; i < 5; i++) {
      claimed(newThread());
    }
    stores.expireLeases();
    int taken = 0;
    int pages = 0;
    RowPosition after = RowPosition.START;
    while (after != null) {
      var page = stores.mailbox().reclaimExpired(2, after);
      taken += page.taken();
      after = page.next();
      pages++;
    }
    assertThat(taken).isEqualTo(5);
    assertThat(pages).isEqualTo(3);
    assertThat(dueJobs()).hasSize(5);
  }

  /** F03: the node dies between its claim and the beginning of the run. */
  @Test
  @Rows(194)
  @Failures("F03")
  void aRunThatWasClaimedAndNeverBegunIsClaimedAnewWithItsInputOnce() {
    var submission = queued(newThread());
    var first = claimDue();
    stores.expireLeases();
    assertThat(stores.mailbox().reclaimExpired(10)).isEqualTo(1);

    var second = claimDue();

    assertThat(second.runId()).isEqualTo(submission.runId());
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(second.fence().epoch()).isEqualTo(first.fence().epoch() + 1);
    assertThat(stores.threads().history(submission.threadId())).hasSize(1);
    assertThat(stores.lastError(submission.jobId())).isEqualTo("its lease ran out on node-1");
  }

  /** F11: whoever begins the run dies of it. */
  @Test
  @Rows({190, 194})
  @Failures("F11")
  void aRunThatKillsEveryNodeGoesToTheDeadLetterAndOtherThreadsKeepMoving() {
    var deadly = claimed(newThread());
    for (int attempt = 1; attempt <= Stores.SETTINGS.maxAttempts(); attempt++) {
      var other = claimed(newThread());
      finish(other);
      stores.expireLeases();
      assertThat(stores.mailbox().reclaimExpired(10)).isEqualTo(1);
      if (attempt < Stores.SETTINGS.maxAttempts()) {
        assertThat(claimDue().runId()).isEqualTo(deadly.runId());
      }
    }
    assertThat(stores.jobs().get(deadly.fence().jobId())).isEqualTo(JobStatus.DEAD_LETTER);
    assertThat(stores.lastError(deadly.fence().jobId())).isEqualTo("its lease ran out on node-1");
    assertThat(dueJobs()).isEmpty();
  }

  @Test
  void manySweepsAtOnceTakeEachRunOnce() throws Exception {
    for (int i = 0; i < 10; i++) {
      claimed(newThread());
    }
    stores.expireLeases();
    var taken = race(4, () -> stores.mailbox().reclaimExpired(10));
    assertThat(taken.stream().mapToInt(Integer::intValue).sum()).isEqualTo(10);
    assertThat(dueJobs()).hasSize(10);
  }

  @Test
  void aRunWhoseAttemptsAreUsedUpEndsWithAnErrorAndFreesItsThread() {
    var thread = newThread();
    var claim = claimed(thread);
    stores.runCommit().commit(claim.fence(), step(said(claim.fence(), 1, 5)));
    var last = exhaust(claim);

    var run = stores.runs().find(claim.runId()).orElseThrow();
    assertThat(run.status()).isEqualTo(RunStatus.DONE);
    assertThat(run.termination()).isInstanceOf(TerminationReason.Error.class);
    assertThat(run.finishedAt()).isNotNull();
    assertThat(dueJobs()).isEmpty();
    assertThat(stores.mailbox().renew(List.of(last.fence().token())).owned()).isEmpty();
    assertThat(stores.threads().find(thread).orElseThrow().openRunId()).isNull();
    claimed(thread);
  }

  @Test
  void theDeadLetterSaysItsEndBehindWhatTheRunSaidUnderAnEpochOfItsOwn() {
    var claim = claimed(newThread());
    stores.runCommit().commit(claim.fence(), step(said(claim.fence(), 1, 5)));
    var last = exhaust(claim);

    var ending = stores.events().read(claim.runId(), 5, 10);
    assertThat(ending).hasSize(1);
    assertThat(ending.getFirst().epoch()).isGreaterThan(last.fence().epoch());
    var events = ending.getFirst().eventsAfter(5);
    assertThat(events).hasSize(1);
    assertThat(events.getFirst().cursor().sequence()).isEqualTo(6);
    assertThat(events.getFirst().event())
        .isInstanceOfSatisfying(
            AgentEvent.RunFinish.class,
            end -> assertThat(end.termination()).isInstanceOf(TerminationReason.Error.class));
  }

  @Test
  void theDeadLetterKeepsWhatTheRunCostAndClosesItsOpenCalls() {
    var claim = claimed(newThread());
    workedWithOpenCalls(claim.fence());
    exhaust(claim);
    assertEndedWithTotalsAndClosedCalls(claim.runId());
  }

  @Test
  void aReleaseCostsNoAttempt() {
    var claim = claimed(newThread());
    for (int i = 0; i < 5; i++) {
      stores.mailbox().release(claim.fence());
      claim = claimDue();
    }
    stores.expireLeases();
    stores.mailbox().reclaimExpired(10);
    assertThat(claimDue().attempt()).isEqualTo(7);
  }

  @Test
  @Failures("F23")
  void anOwnerThatIsTooLateCannotFinish() {
    var claim = claimed(newThread());
    stores.expireLeases();
    stores.mailbox().reclaimExpired(10);
    assertThatThrownBy(() -> finish(claim)).isInstanceOf(StaleFence.class);
    assertThat(stores.runs().find(claim.runId()).orElseThrow().status())
        .isEqualTo(RunStatus.RUNNING);
  }

  /** Loses every attempt the run has; returns the last claim. */
  private Claim exhaust(Claim first) {
    Claim last = first;
    for (int attempt = 1; ; attempt++) {
      stores.expireLeases();
      assertThat(stores.mailbox().reclaimExpired(10)).isEqualTo(1);
      if (attempt == Stores.SETTINGS.maxAttempts()) {
        return last;
      }
      last = claimDue();
    }
  }
}
