package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.run.Fence;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.Waited;
import io.awaken.core.store.run.RunCommit.DecisionPending;
import io.awaken.core.store.suspension.SuspensionChanges.NewSuspension;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.core.store.suspension.SuspensionStore.DecideOutcome;
import io.awaken.core.store.suspension.SuspensionStore.Taken;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Decisions: the first one wins, and a waiting run goes on. */
public abstract class DecideContract extends SuspendingContract {

  @Test
  @Rows(186)
  void aDecisionOnAWaitingRunQueuesTheJobThatGoesOnWithIt() {
    var fence = waiting(newThread(), "c-1");
    assertThat(dueJobs()).isEmpty();

    DecideOutcome outcome = decide(fence, "c-1");

    assertThat(outcome.taken()).isEqualTo(Taken.RESUMES);
    assertThat(outcome.now().status()).isEqualTo(SuspensionStatus.DECIDED);
    assertThat(outcome.now().decision()).isEqualTo(approval("d-c-1"));
    assertThat(outcome.now().decidedBy()).isEqualTo("bob");
    assertThat(stores.suspensions().ofRun(fence.runId())).containsExactly(outcome.now());
    assertThat(status(fence.runId())).isEqualTo(RunStatus.WAITING);
    assertThat(dueJobs()).containsExactly(stores.runs().find(fence.runId()).orElseThrow().jobId());
  }

  @Test
  void aRunThatGoesOnIsClaimedAsOneThatHadBegunAndWithoutInput() {
    var fence = waiting(newThread(), "c-1");
    var before = stores.threads().history(fence.threadId());
    var startedAt = stores.runs().find(fence.runId()).orElseThrow().startedAt();

    var claim = resumed(fence, "c-1");

    assertThat(claim.begun()).isTrue();
    assertThat(claim.attempt()).isEqualTo(1);
    assertThat(claim.runId()).isEqualTo(fence.runId());
    assertThat(claim.caller()).isEqualTo(ANN);
    assertThat(claim.fence().jobId()).isNotEqualTo(fence.jobId());
    assertThat(claim.fence().epoch()).isGreaterThan(fence.epoch());
    assertThat(claim.fence().messageCount()).isEqualTo(before.size());
    assertThat(stores.threads().history(fence.threadId())).isEqualTo(before);
    var run = stores.runs().find(fence.runId()).orElseThrow();
    assertThat(run.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(run.startedAt()).isEqualTo(startedAt);
  }

  @Test
  void aClaimThatGoesOnWhoseAnswerWasLostIsGivenAgain() {
    decide(waiting(newThread(), "c-1"), "c-1");
    var candidate = stores.mailbox().due(1).getFirst();
    var token = newToken();
    var claim = stores.mailbox().claim(candidate, token);
    assertThat(stores.mailbox().claim(candidate, token).map(again -> again.after(Waited.NOT)))
        .isEqualTo(claim.map(first -> first.after(Waited.NOT)));
    assertThat(claim.orElseThrow().begun()).isTrue();
  }

  @Test
  void theFirstClaimOfARunIsNotOneThatGoesOn() {
    assertThat(claimed(newThread()).begun()).isFalse();
    queued(newThread());
    var queued = claimDue();
    assertThat(queued.begun()).isFalse();
    stores.mailbox().release(queued.fence());
    assertThat(claimDue().begun()).isTrue();
  }

  @Test
  void aDecisionOnARunThatExecutesIsKeptForItsOwner() {
    var fence = claimed(newThread()).fence();
    stores.runCommit().commit(fence, asks(question(fence, "c-1")));

    assertThat(decide(fence, "c-1").taken()).isEqualTo(Taken.STORED);
    assertThat(questions(fence)).containsExactly(SuspensionStatus.DECIDED);
    assertThat(dueJobs()).isEmpty();
  }

  @Test
  @Failures("F44")
  void theFirstDecisionWins() {
    var fence = waiting(newThread(), "c-1");
    var first = decide(fence, "c-1").now();

    var second = stores.suspensions().decide(key(fence, "c-1"), HASH, approval("d-other"), "carl");

    assertThat(second).isEqualTo(new DecideOutcome(Taken.CLOSED, first));
    assertThat(dueJobs()).hasSize(1);
  }

  @Test
  void aDecisionForOtherArgumentsIsRefused() {
    var fence = waiting(newThread(), "c-1");
    var outcome =
        stores.suspensions().decide(key(fence, "c-1"), "b".repeat(64), approval("d"), "bob");

    assertThat(outcome.taken()).isEqualTo(Taken.OTHER_ARGUMENTS);
    assertThat(outcome.now().status()).isEqualTo(SuspensionStatus.OPEN);
    assertThat(questions(fence)).containsExactly(SuspensionStatus.OPEN);
    assertThat(dueJobs()).isEmpty();
  }

  @Test
  void aDecisionOnAQuestionThatNobodyAskedIsRefused() {
    var fence = waiting(newThread(), "c-1");
    var wrong =
        List.of(
            new SuspensionKey(newThread(), fence.runId(), "c-1", 1),
            new SuspensionKey(fence.threadId(), claimed(newThread()).runId(), "c-1", 1),
            new SuspensionKey(fence.threadId(), fence.runId(), "c-2", 1),
            new SuspensionKey(fence.threadId(), fence.runId(), "c-1", 2));

    for (SuspensionKey key : wrong) {
      assertThat(stores.suspensions().decide(key, HASH, approval("d"), "bob"))
          .isEqualTo(new DecideOutcome(Taken.NOT_FOUND, null));
    }
    assertThat(questions(fence)).containsExactly(SuspensionStatus.OPEN);
  }

  @Test
  @Rows(123)
  void decisionsOfABatchCountWithTheLastOne() {
    var fence = waitingForAll(newThread(), "c-1", "c-2", "c-3");

    assertThat(decide(fence, "c-2").taken()).isEqualTo(Taken.STORED);
    assertThat(decide(fence, "c-1").taken()).isEqualTo(Taken.STORED);
    assertThat(dueJobs()).isEmpty();
    assertThat(decide(fence, "c-3").taken()).isEqualTo(Taken.RESUMES);
    assertThat(dueJobs()).hasSize(1);
  }

  @Test
  @Rows(124)
  void aDecisionThatIsNotOfABatchCountsAtOnceAndOneJobIsEnough() {
    var fence = waiting(newThread(), "c-1", "c-2");

    assertThat(decide(fence, "c-1").taken()).isEqualTo(Taken.RESUMES);
    assertThat(decide(fence, "c-2").taken()).isEqualTo(Taken.RESUMES);
    assertThat(dueJobs()).hasSize(1);
  }

  @Test
  void oneOfABatchWaitsForEveryQuestionOfTheRun() {
    var fence = claimed(newThread()).fence();
    park(fence, ofBatch(fence, "c-1"), question(fence, "c-2"));

    assertThat(decide(fence, "c-1").taken()).isEqualTo(Taken.STORED);
    assertThat(decide(fence, "c-2").taken()).isEqualTo(Taken.RESUMES);
  }

  @Test
  void aRunThatWaitsAgainGoesOnWithAnotherJob() {
    var fence = waiting(newThread(), "c-1", "c-2");
    var claim = resumed(fence, "c-1");
    stores.runCommit().park(claim.fence(), consumes(key(fence, "c-1")));
    assertThat(status(fence.runId())).isEqualTo(RunStatus.WAITING);

    var again = resumed(fence, "c-2");

    assertThat(Set.of(fence.jobId(), claim.fence().jobId(), again.fence().jobId())).hasSize(3);
    stores.runCommit().finish(again.fence(), consumes(key(fence, "c-2")), ANSWERED);
    assertThat(status(fence.runId())).isEqualTo(RunStatus.DONE);
    claimed(fence.threadId());
  }

  @Test
  @Rows(134)
  void aDecisionThatComesWhileTheRunGoesOnIsNotLostWhenItParks() {
    var fence = waiting(newThread(), "c-1", "c-2");
    var claim = resumed(fence, "c-1");
    assertThat(decide(fence, "c-2").taken()).isEqualTo(Taken.STORED);
    assertThat(dueJobs()).isEmpty();

    var step = consumes(key(fence, "c-1"));
    assertThatThrownBy(() -> stores.runCommit().park(claim.fence(), step))
        .isInstanceOf(DecisionPending.class);
  }

  @Test
  void aRunThatGoesOnAndIsGivenBackKeepsItsJob() {
    var fence = waiting(newThread(), "c-1", "c-2");
    var claim = resumed(fence, "c-1");
    stores.mailbox().release(claim.fence());
    assertThat(decide(fence, "c-2").taken()).isEqualTo(Taken.STORED);

    assertThat(dueJobs()).containsExactly(claim.fence().jobId());
    var again = claimDue();
    assertThat(again.attempt()).isEqualTo(2);
    stores.runCommit().park(again.fence(), consumes(key(fence, "c-1"), key(fence, "c-2")));
  }

  @Test
  void aRunThatIsLostWhileItGoesOnEndsWhenItsAttemptsAreUsedUp() {
    var fence = waiting(newThread(), "c-1", "c-2");
    resumed(fence, "c-1");
    for (int attempt = 1; attempt < Stores.SETTINGS.maxAttempts(); attempt++) {
      stores.expireLeases();
      stores.mailbox().reclaimExpired(10);
      claimDue();
    }
    stores.expireLeases();
    stores.mailbox().reclaimExpired(10);

    assertThat(stores.runs().find(fence.runId()).orElseThrow().termination())
        .isInstanceOf(TerminationReason.Error.class);
    assertThat(questions(fence))
        .containsExactly(SuspensionStatus.CANCELLED, SuspensionStatus.CANCELLED);
    claimed(fence.threadId());
  }

  @ParameterizedTest
  @EnumSource(DecisionAction.class)
  @Rows(184)
  void whenItsTimeIsUpAQuestionIsDecidedAsItsTicketSays(DecisionAction outcome) {
    var fence = claimed(newThread()).fence();
    park(fence, expiring(fence, "c-1", outcome), question(fence, "c-2"));
    assertThat(stores.suspensions().expire(10)).isEmpty();
    stores.expireQuestions();
    assertThat(stores.mailbox().waiting().questions()).isTrue();

    var expired = stores.suspensions().expire(10);

    assertThat(expired).hasSize(1);
    assertThat(expired.getFirst().taken()).isEqualTo(Taken.RESUMES);
    var now = expired.getFirst().now();
    assertThat(now.decision().action()).isEqualTo(outcome);
    assertThat(now.decidedBy()).isEqualTo(Expiry.BY);
    assertThat(stores.suspensions().ofRun(fence.runId()).getFirst()).isEqualTo(now);
    assertThat(questions(fence)).containsExactly(SuspensionStatus.DECIDED, SuspensionStatus.OPEN);
    assertThat(dueJobs()).hasSize(1);
    assertThat(stores.suspensions().expire(10)).isEmpty();
  }

  @Test
  @Failures("F44")
  void aDecisionThatComesTooLateFindsWhatTimeDecided() {
    var fence = claimed(newThread()).fence();
    park(fence, expiring(fence, "c-1", DecisionAction.CANCEL));
    stores.expireQuestions();

    var late = decide(fence, "c-1");

    assertThat(late.taken()).isEqualTo(Taken.CLOSED);
    assertThat(late.now().decidedBy()).isEqualTo(Expiry.BY);
    assertThat(late.now().status()).isEqualTo(SuspensionStatus.DECIDED);
    assertThat(dueJobs()).hasSize(1);
  }

  @Test
  void noMoreQuestionsExpireAtOnceThanWanted() {
    var fence = claimed(newThread()).fence();
    park(
        fence,
        IntStream.range(0, 3)
            .mapToObj(i -> expiring(fence, "c-" + i, DecisionAction.CANCEL))
            .toArray(NewSuspension[]::new));
    stores.expireQuestions();

    assertThat(stores.suspensions().expire(2)).hasSize(2);
    assertThat(stores.suspensions().expire(2)).hasSize(1);
    assertThat(stores.suspensions().expire(2)).isEmpty();
  }

  @Test
  @Failures("F44")
  void ofManyDecisionsAtOnceOneIsTaken() throws Exception {
    var fence = waiting(newThread(), "c-1");
    var turn = new AtomicInteger();
    List<DecideOutcome> outcomes =
        race(
            6,
            () -> {
              String by = "d-" + turn.incrementAndGet();
              return stores.suspensions().decide(key(fence, "c-1"), HASH, approval(by), by);
            });

    assertThat(outcomes).extracting(DecideOutcome::taken).containsOnlyOnce(Taken.RESUMES);
    assertThat(outcomes).extracting(DecideOutcome::now).containsOnly(decided(fence));
    assertThat(dueJobs()).hasSize(1);
  }

  private io.awaken.core.store.suspension.SuspensionRecord decided(Fence fence) {
    return stores.suspensions().ofRun(fence.runId()).getFirst();
  }

  @Test
  void theLastTwoDecisionsOfABatchAtOnceQueueOneJob() throws Exception {
    for (int i = 0; i < 10; i++) {
      var fence = waitingForAll(newThread(), "c-0", "c-1");
      var turn = new AtomicInteger();
      List<Taken> taken = race(2, () -> decide(fence, "c-" + turn.getAndIncrement()).taken());
      assertThat(taken).containsExactlyInAnyOrder(Taken.STORED, Taken.RESUMES);
      finish(claimDue());
    }
  }
}
