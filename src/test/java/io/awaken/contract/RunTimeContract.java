package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.RunStatus;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.run.OwnerlessEnding;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.suspension.SuspensionStore.Taken;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The time that a run may take, by the clock of the store. */
public abstract class RunTimeContract extends SuspendingContract {

  private static final Duration ALL = Stores.SETTINGS.bounds().runTime();
  private static final Duration MOST = ALL.minusMinutes(10);
  private static final Duration REST = Duration.ofMinutes(11);

  private Set<ClaimToken> overdue(Claim claim) {
    return stores.mailbox().renew(List.of(claim.fence().token())).overdue();
  }

  @Test
  void aRunIsOverdueWhenItsTimeIsUsedUpWhetherItBeganAtOnceOrFromTheQueue() {
    var atOnce = claimed(newThread());
    queued(newThread());
    var fromTheQueue = claimDue();

    stores.execute(MOST);
    assertThat(overdue(atOnce)).isEmpty();
    assertThat(overdue(fromTheQueue)).isEmpty();

    stores.execute(REST);
    assertThat(overdue(atOnce)).containsExactly(atOnce.fence().token());
    assertThat(overdue(fromTheQueue)).containsExactly(fromTheQueue.fence().token());
  }

  @Test
  void anotherOwnerHasTheTimeThatIsLeft() {
    var first = claimed(newThread());
    stores.execute(MOST);
    stores.mailbox().release(first.fence());

    var second = claimDue();
    assertThat(overdue(second)).isEmpty();
    stores.execute(REST);
    assertThat(overdue(second)).containsExactly(second.fence().token());
  }

  @Test
  void whatARunWaitsForPeopleDoesNotCount() {
    var claim = claimed(newThread());
    stores.execute(MOST);
    var fence = stores.runCommit().commit(claim.fence(), asks(question(claim.fence(), "c-1")));
    stores.runCommit().park(fence, step(null));
    stores.age(ALL.multipliedBy(2));

    var resumed = resumed(fence, "c-1");

    assertThat(overdue(resumed)).isEmpty();
    stores.execute(REST);
    assertThat(overdue(resumed)).containsExactly(resumed.fence().token());
  }

  @Test
  void theNextRunOfTheThreadHasAllTheTime() {
    var thread = newThread();
    var first = claimed(thread);
    stores.execute(MOST);
    finish(first);

    var second = claimed(thread);
    stores.execute(REST);
    assertThat(overdue(second)).isEmpty();
  }

  @Test
  void aRunThatDoesNotStopIsGivenUpALeaseAfterItsTimeAndItsOwnerWritesNothingMore() {
    var stuck = claimed(newThread());
    queued(stuck.fence().threadId());
    stores.execute(ALL);
    assertThat(overdue(stuck)).isNotEmpty();
    assertThat(takenOver()).isZero();

    stores.execute(Stores.SETTINGS.lease());
    assertThat(stores.mailbox().waiting().leases()).isTrue();
    assertThat(takenOver()).isOne();

    var run = stores.runs().find(stuck.runId()).orElseThrow();
    assertThat(run.status()).isEqualTo(RunStatus.DONE);
    assertThat(run.termination()).isEqualTo(OwnerlessEnding.timeUsedUp());
    assertThat(stores.jobs()).containsEntry(stuck.fence().jobId(), JobStatus.DEAD_LETTER);
    assertThatExceptionOfType(StaleFence.class)
        .isThrownBy(() -> stores.runCommit().commit(stuck.fence(), step(null)));
    assertThat(dueJobs()).hasSize(1);
    assertThat(takenOver()).isZero();
  }

  @Test
  void anOutageDoesNotCountWhetherItsOwnerGivesTheRunBackOrGoesOnOrTheSweepTakesIt() {
    var givenBack = claimed(newThread());
    var goesOn = claimed(newThread());
    var swept = claimed(newThread());
    stores.execute(MOST);
    stores.away(ALL.multipliedBy(2));

    assertThat(takenOver()).isZero();
    assertThat(overdue(goesOn)).isEmpty();
    assertThat(stores.mailbox().release(givenBack.fence())).isTrue();
    assertThat(stores.mailbox().reclaimExpired(9)).isOne();
    var next = claimDue();
    var last = claimDue();
    assertThat(List.of(next.runId(), last.runId()))
        .containsExactlyInAnyOrder(givenBack.runId(), swept.runId());

    for (var claim : List.of(goesOn, next, last)) {
      assertThat(overdue(claim)).isEmpty();
    }
    stores.execute(REST);
    for (var claim : List.of(goesOn, next, last)) {
      assertThat(overdue(claim)).containsExactly(claim.fence().token());
    }
  }

  @Test
  void theQueueDoesNotCountHoweverARunCameToWaitInItAgain() {
    stores.mailbox().release(claimed(newThread()).fence());
    stores.mailbox().nack(claimed(newThread()).fence(), "Broken: once", false);
    stores.away(ALL.multipliedBy(2));

    var first = claimDue();
    var second = claimDue();
    stores.execute(MOST);
    assertThat(overdue(first)).isEmpty();
    assertThat(overdue(second)).isEmpty();
    stores.execute(REST);
    assertThat(overdue(first)).isNotEmpty();
    assertThat(overdue(second)).isNotEmpty();
  }

  @Test
  void aRunThatHasNoTimeLeftIsEndedWhereItWouldBeClaimed() {
    var claim = claimed(newThread());
    var fence = stores.runCommit().commit(claim.fence(), asks(question(claim.fence(), "c-1")));
    stores.execute(ALL.plusMillis(1));
    stores.runCommit().park(fence, step(null));
    assertThat(decide(fence, "c-1").taken()).isEqualTo(Taken.RESUMES);
    var released = claimed(newThread());
    stores.execute(ALL.plusMillis(1));
    stores.mailbox().release(released.fence());

    for (var due : stores.mailbox().due(9)) {
      assertThat(stores.mailbox().claim(due, newToken())).isEmpty();
    }

    for (var run : List.of(claim.runId(), released.runId())) {
      var ended = stores.runs().find(run).orElseThrow();
      assertThat(ended.status()).isEqualTo(RunStatus.DONE);
      assertThat(ended.termination()).isEqualTo(OwnerlessEnding.timeUsedUp());
      assertThat(stores.jobs()).containsEntry(ended.jobId(), JobStatus.CANCELLED);
    }
    assertThat(stores.mailbox().queueDepth()).isZero();
    assertThat(claimed(claim.fence().threadId())).isNotNull();
  }

  private int takenOver() {
    return stores.mailbox().forceEndOverdue(Duration.ZERO, 9);
  }
}
