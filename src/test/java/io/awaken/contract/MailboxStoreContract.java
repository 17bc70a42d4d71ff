package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Claim;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.Waited;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Claiming queued runs: order, races, one owner per thread. */
public abstract class MailboxStoreContract extends StoreContract {

  @Test
  void aQueuedRunIsDueAndThenClaimed() {
    var submission = queued(newThread());
    assertThat(stores.mailbox().due(10)).containsExactly(candidate(submission));

    var token = newToken();
    var claim = stores.mailbox().claim(candidate(submission), token).orElseThrow();
    assertThat(claim.runId()).isEqualTo(submission.runId());
    assertThat(claim.fence().threadId()).isEqualTo(submission.threadId());
    assertThat(claim.fence().jobId()).isEqualTo(submission.jobId());
    assertThat(claim.fence().token()).isEqualTo(token);
    assertThat(claim.agentId()).isEqualTo("helper");
    assertThat(claim.caller()).isEqualTo(ANN);
    assertThat(claim.attempt()).isEqualTo(1);
    assertThat(stores.mailbox().due(10)).isEmpty();
    var run = stores.runs().find(submission.runId()).orElseThrow();
    assertThat(run.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(run.startedAt()).isNotNull();
    assertThat(stores.threads().find(submission.threadId()).orElseThrow().activeRunId())
        .isEqualTo(submission.runId());
  }

  @Test
  void theDepthOfTheQueueCountsWhatWaits() {
    long before = stores.mailbox().queueDepth();
    queued(newThread());
    assertThat(stores.mailbox().queueDepth()).isEqualTo(before + 1);

    claimDue();
    assertThat(stores.mailbox().queueDepth()).isEqualTo(before);
  }

  @Test
  void aClaimedRunIsNotClaimedAgain() {
    var submission = queued(newThread());
    claimDue();
    assertThat(stores.mailbox().claim(candidate(submission), newToken())).isEmpty();
  }

  @Test
  void aClaimWhoseAnswerWasLostIsGivenAgainToTheSameToken() {
    var submission = queued(newThread());
    var token = newToken();
    var claim = stores.mailbox().claim(candidate(submission), token);
    var again = stores.mailbox().claim(candidate(submission), token);
    assertThat(again.map(second -> second.after(Waited.NOT)))
        .isEqualTo(claim.map(first -> first.after(Waited.NOT)));
    assertThat(stores.threads().history(submission.threadId())).hasSize(1);
  }

  @Test
  void aJobThatNobodyKnowsIsNotClaimed() {
    assertThat(stores.mailbox().claim(candidate(submission(newThread(), null)), newToken()))
        .isEmpty();
  }

  @Test
  @Failures("F24")
  void ofManyWhoClaimOneRunOneWins() throws Exception {
    var submission = queued(newThread());
    List<Optional<Claim>> claims =
        race(8, () -> stores.mailbox().claim(candidate(submission), newToken()));

    assertThat(claims).filteredOn(Optional::isPresent).hasSize(1);
    assertThat(stores.threads().history(submission.threadId())).hasSize(1);
    assertThat(stores.threads().find(submission.threadId()).orElseThrow().epoch()).isEqualTo(1);
  }

  @Test
  @Failures("F24")
  void ofTwoJobsOfOneThreadOnlyOneCanBeClaimed() {
    var thread = newThread();
    var first = queued(thread);
    var second = queued(thread);

    assertThat(stores.mailbox().claim(candidate(first), newToken())).isPresent();
    assertThat(stores.mailbox().claim(candidate(second), newToken())).isEmpty();
  }

  @Test
  @Failures("F24")
  void manyWorkersNeverExecuteTwoRunsOfOneThreadAtOnce() throws Exception {
    List<ThreadId> threads = List.of(newThread(), newThread(), newThread());
    threads.forEach(thread -> List.of(1, 2, 3, 4).forEach(i -> queued(thread)));
    Map<ThreadId, AtomicInteger> executing = new ConcurrentHashMap<>();
    var done = new AtomicInteger();

    race(
        4,
        () -> {
          while (done.get() < 12) {
            for (Candidate candidate : stores.mailbox().due(3)) {
              stores
                  .mailbox()
                  .claim(candidate, newToken())
                  .ifPresent(claim -> execute(claim, executing, done));
            }
          }
          return null;
        });

    threads.forEach(thread -> assertThat(stores.threads().history(thread)).hasSize(8));
    threads.forEach(
        thread -> assertThat(stores.threads().find(thread).orElseThrow().epoch()).isEqualTo(4));
  }

  private void execute(Claim claim, Map<ThreadId, AtomicInteger> executing, AtomicInteger done) {
    var count = executing.computeIfAbsent(claim.fence().threadId(), thread -> new AtomicInteger());
    assertThat(count.incrementAndGet()).isEqualTo(1);
    var next = stores.runCommit().commit(claim.fence(), step(null, answer(claim.fence(), "hi")));
    count.decrementAndGet();
    stores.runCommit().finish(next, step(null), ANSWERED);
    done.incrementAndGet();
  }

  @Test
  void dueRunsComeByPriorityAndThenByAge() {
    var first = queued(newThread());
    var second = queued(newThread());
    var urgent = queued(newThread());
    stores.prioritise(urgent.jobId(), 0);

    assertThat(dueJobs()).containsExactly(urgent.jobId(), first.jobId(), second.jobId());
    assertThat(stores.mailbox().due(2)).hasSize(2);
  }

  @Test
  void ofAThreadOnlyTheRunAtItsHeadIsDue() {
    var thread = newThread();
    var first = queued(thread);
    var second = queued(thread);
    assertThat(dueJobs()).containsExactly(first.jobId());

    stores.prioritise(second.jobId(), 1);
    assertThat(dueJobs()).containsExactly(second.jobId());
  }

  @Test
  void everyClaimRaisesTheEpochByOne() {
    var thread = newThread();
    List<Long> epochs = new ArrayList<>();
    epochs.add(claimed(thread).fence().epoch());
    stores.expireLeases();
    stores.mailbox().reclaimExpired(10);
    var again = claimDue();
    epochs.add(again.fence().epoch());
    finish(again);
    queued(thread);
    epochs.add(claimDue().fence().epoch());

    assertThat(epochs).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aReleasedRunIsDueAtOnceAndContinues() {
    var claim = claimed(newThread());
    var next = stores.runCommit().commit(claim.fence(), step(null, answer(claim.fence(), "a")));

    assertThat(stores.mailbox().release(next)).isTrue();
    var again = claimDue();
    assertThat(again.runId()).isEqualTo(claim.runId());
    assertThat(again.attempt()).isEqualTo(2);
    assertThat(again.fence().messageCount()).isEqualTo(2);
    assertThat(stores.threads().history(next.threadId())).hasSize(2);
  }

  @Test
  void aReleasedRunKeepsItsThreadFromTheNextInLine() {
    var thread = newThread();
    var claim = claimed(thread);
    var waiting = queued(thread);
    stores.prioritise(waiting.jobId(), 0);
    stores.mailbox().release(claim.fence());

    assertThat(dueJobs()).containsExactly(claim.fence().jobId());
    assertThat(stores.mailbox().claim(candidate(waiting), newToken())).isEmpty();
    assertThat(stores.mailbox().submit(submission(thread, newToken())))
        .isEqualTo(SubmitResult.Refused.busy(claim.runId()));
  }

  @Test
  void onlyTheOwnerCanRelease() {
    var claim = claimed(newThread());
    assertThat(stores.mailbox().release(claim.fence())).isTrue();
    assertThat(stores.mailbox().release(claim.fence())).isFalse();
    var again = claimDue();
    assertThat(stores.mailbox().release(claim.fence())).isFalse();
    assertThat(stores.mailbox().renew(List.of(again.fence().token())).owned()).hasSize(1);
  }

  @Test
  void aRunThatWasReleasedWithACancellationPendingEndsInsteadOfGoingOn() {
    var claim = claimed(newThread());
    RunId run = claim.runId();
    stores.runs().cancel(run, ANN);
    stores.mailbox().release(claim.fence());

    var candidate = stores.mailbox().due(1).getFirst();
    assertThat(stores.mailbox().claim(candidate, newToken())).isEmpty();
    assertThat(stores.runs().find(run).orElseThrow().status()).isEqualTo(RunStatus.DONE);
    assertThat(dueJobs()).isEmpty();
    claimed(claim.fence().threadId());
  }
}
