package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.awaken.core.commit.OwnerlessEnding;
import io.awaken.core.commit.StaleFence;
import io.awaken.core.mailbox.JobStatus;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.RunStatus;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The time that a run may take, by the clock of the store (quality C.3). */
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

  private int takenOver() {
    return stores.mailbox().takeOverInterrupted(Duration.ZERO, 9);
  }
}
