package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Claim;
import io.awaken.core.run.JobId;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.QueueStore.Collectable;
import io.awaken.core.store.job.RowPosition;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What nobody needs any more of the mailbox is deleted, and nothing else. */
@Rows(193)
public abstract class CollectContract extends SuspendingContract {

  private static final Duration KEPT = Duration.ofHours(24);
  private static final Duration LONGER = Duration.ofHours(25);

  /** Deletes what is old, in pages of so many rows; returns how many went. */
  private int collect(Collectable what, int limit) {
    int removed = 0;
    RowPosition after = RowPosition.START;
    while (after != null) {
      var page = stores.mailbox().collect(what, KEPT, after, limit);
      assertThat(page.removed()).isLessThanOrEqualTo(limit);
      removed += page.removed();
      after = page.next();
    }
    return removed;
  }

  private void collectAll() {
    for (Collectable what : Collectable.values()) {
      collect(what, 100);
    }
  }

  private Claim finished() {
    var claim = claimed(newThread());
    finish(claim);
    return claim;
  }

  private Claim dead() {
    var claim = claimed(newThread());
    stores.mailbox().nack(claim.fence(), "Broken: for good", true);
    return claim;
  }

  private static JobId job(Claim claim) {
    return claim.fence().jobId();
  }

  @Test
  void jobsThatAreOverGoWhenTheyAreOld() {
    finished();
    var cancelled = queued(newThread());
    stores.runs().cancel(cancelled.runId(), ANN);
    stores.age(LONGER);
    var young = finished();

    assertThat(collect(Collectable.ENDED_JOBS, 100)).isEqualTo(2);

    assertThat(stores.jobs()).containsOnly(Map.entry(job(young), JobStatus.ACCEPTED));
  }

  @Test
  void theyGoPageByPage() {
    for (int i = 0; i < 5; i++) {
      finished();
    }
    stores.age(LONGER);

    assertThat(collect(Collectable.ENDED_JOBS, 2)).isEqualTo(5);
    assertThat(stores.jobs()).isEmpty();
  }

  @Test
  void theRunAndItsThreadStay() {
    var claim = finished();
    stores.age(LONGER);
    collectAll();

    assertThat(stores.runs().find(claim.runId())).isPresent();
    assertThat(stores.threads().history(claim.fence().threadId())).hasSize(1);
    finish(claimed(claim.fence().threadId()));
  }

  @Test
  void aLetterThatIsDeadGoesAfterATimeOfItsOwn() {
    var dead = dead();
    stores.age(LONGER);

    assertThat(collect(Collectable.ENDED_JOBS, 100)).isZero();
    assertThat(stores.jobs()).containsOnlyKeys(job(dead));
    assertThat(collect(Collectable.DEAD_LETTERS, 100)).isEqualTo(1);
    assertThat(stores.jobs()).isEmpty();
  }

  @Test
  void whatWaitsOrIsExecutedStaysHoweverOldItIs() {
    var waits = queued(newThread());
    var executes = claimed(newThread());
    stores.age(LONGER);

    collectAll();

    assertThat(stores.jobs()).containsOnlyKeys(waits.jobId(), job(executes));
  }

  @Test
  void theJobOfARunThatIsNotDoneStaysAndKeepsNoOtherFromGoing() {
    var fence = waiting(newThread(), "c-1");
    finished();
    finished();
    stores.age(LONGER);

    assertThat(collect(Collectable.ENDED_JOBS, 1)).isEqualTo(2);

    assertThat(stores.jobs()).containsOnlyKeys(fence.jobId());
    var claim = resumed(fence, "c-1");
    stores.runCommit().finish(claim.fence(), consumes(key(fence, "c-1")), ANSWERED);
    stores.age(LONGER);
    collectAll();
    assertThat(stores.jobs()).isEmpty();
  }

  @Test
  void messagesForARunThatIsNotDoneStay() {
    var fence = waiting(newThread(), "c-1");
    var said = steered(fence);
    stores.age(LONGER);

    collectAll();

    assertThat(stores.runs().inbox(fence.runId()))
        .singleElement()
        .satisfies(entry -> assertThat(entry.entryId()).isEqualTo(said.runId().value()));
  }

  @Test
  void keysOfRequestsGoWhenTheyAreOldWhateverBecameOfTheirRuns() {
    var live = submission(newThread(), newToken()).once(key("a"));
    stores.mailbox().submit(live);
    stores.mailbox().submit(submission(newThread(), newToken()).once(key("b")));
    stores.age(LONGER);
    assertThat(collect(Collectable.IDEMPOTENCY_KEYS, 1)).isEqualTo(2);
    var young = submission(newThread(), newToken()).once(key("c"));
    stores.mailbox().submit(young);

    assertThat(stores.mailbox().submit(submission(newThread(), newToken()).once(key("c"))))
        .isEqualTo(new SubmitResult.Repeated(young.runId(), young.threadId(), young.jobId()));
    assertThat(collect(Collectable.IDEMPOTENCY_KEYS, 1)).isZero();
  }

  private static IdempotencyKey key(String name) {
    return new IdempotencyKey("POST /v1/runs", name, HASH);
  }

  @Test
  void cancellingARunWhoseJobIsGoneSaysThatItIsDone() {
    var claim = finished();
    stores.age(LONGER);
    collectAll();

    assertThat(stores.runs().cancel(claim.runId(), ANN)).isEqualTo(CancelResult.ALREADY_DONE);
  }
}
