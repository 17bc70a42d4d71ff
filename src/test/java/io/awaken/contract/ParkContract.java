package io.awaken.contract;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.RunCommit.CancelPending;
import io.awaken.core.store.run.RunCommit.DecisionPending;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.RunStore.InboxEntry;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.suspension.SuspensionStore.Taken;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Parking and ending: never over what somebody decided, said or cancelled before. */
public abstract class ParkContract extends SuspendingContract {

  @Test
  @Rows({128, 132, 135})
  void aRunThatParksKeepsItsThreadAndNothingElse() {
    var fence = claimed(newThread()).fence();
    var asks = asks(question(fence, "c-1"));
    var last =
        aCommit(asks.commitId())
            .messages(answer(fence, "may I?"))
            .newCalls(asks.newCalls())
            .segment(said(fence, 1, 3))
            .suspensions(asks.suspensions())
            .build();
    stores.runCommit().park(fence, last);

    assertThat(status(fence.runId())).isEqualTo(RunStatus.WAITING);
    assertThat(stores.threads().history(fence.threadId())).hasSize(2);
    assertThat(stores.runs().calls(fence.runId())).isEqualTo(last.newCalls());
    assertThat(stores.events().lastSequence(fence.runId(), fence.epoch())).isEqualTo(3);
    var thread = stores.threads().find(fence.threadId()).orElseThrow();
    assertThat(thread.activeRunId()).isNull();
    assertThat(thread.openRunId()).isEqualTo(fence.runId());
    stores.expireLeases();
    assertThat(stores.mailbox().reclaimExpired(10)).isZero();
    assertThat(stores.mailbox().renew(List.of(fence.token())).owned()).isEmpty();
    assertThat(dueJobs()).isEmpty();
  }

  @Test
  void aRunThatWaitsKeepsItsThreadFromTheNextInLine() {
    var fence = waiting(newThread(), "c-1");
    var next = queued(fence.threadId());
    assertThat(dueJobs()).isEmpty();
    assertThat(stores.mailbox().claim(candidate(next), newToken())).isEmpty();

    var claim = resumed(fence, "c-1");
    stores.runCommit().finish(claim.fence(), consumes(key(fence, "c-1")), ANSWERED);
    assertThat(dueJobs()).containsExactly(next.jobId());
  }

  @Test
  void aStaleFenceParksNothing() {
    var fence = claimed(newThread()).fence();
    var stale =
        Stream.of(
            with(fence, new ClaimToken("another"), fence.epoch(), 1),
            with(fence, fence.token(), fence.epoch() + 1, 1),
            with(fence, fence.token(), fence.epoch(), 2));

    stale.forEach(
        wrong ->
            assertThatThrownBy(() -> stores.runCommit().park(wrong, asks(question(fence, "c-1"))))
                .isInstanceOf(StaleFence.class));
    assertThat(status(fence.runId())).isEqualTo(RunStatus.RUNNING);
    assertThat(questions(fence)).isEmpty();
  }

  private static Fence with(Fence fence, ClaimToken token, long epoch, long count) {
    return new Fence(fence.threadId(), fence.runId(), fence.jobId(), token, epoch, count, null);
  }

  @Test
  void aParkingWhoseAnswerWasLostIsRecognisedAndNotRepeated() {
    var fence = claimed(newThread()).fence();
    var asks = asks(question(fence, "c-1"));
    stores.runCommit().park(fence, asks);
    stores.runCommit().park(fence, asks);
    assertThat(questions(fence)).hasSize(1);
  }

  @Test
  void aParkingThatHasNotSeenACancellationIsRefused() {
    var fence = claimed(newThread()).fence();
    stores.runs().cancel(fence.runId(), ANN);
    assertRefused(fence, asks(question(fence, "c-1")), CancelPending.class);
  }

  @Test
  void aMessageThatAParkingHasNotTakenInStaysForTheRoundAfterTheDecision() {
    var fence = claimed(newThread()).fence();
    Submission taken = steered(fence);
    Submission left = steered(fence);
    fence = stores.runCommit().commit(fence, asks(question(fence, "c-1")));
    stores.runCommit().park(fence, takesIn(taken.runId().value()));

    assertThat(status(fence.runId())).isEqualTo(RunStatus.WAITING);
    assertThat(dueJobs()).isEmpty();
    resumed(fence, "c-1");
    assertThat(stores.runs().inbox(fence.runId()))
        .containsExactly(new InboxEntry(left.runId().value(), left.messages(), null));
  }

  @Test
  void aCancellationGoesBeforeAMessage() {
    var fence = claimed(newThread()).fence();
    steered(fence);
    stores.runs().cancel(fence.runId(), ANN);
    assertRefused(fence, step(null), CancelPending.class);
    assertThatThrownBy(() -> stores.runCommit().finish(fence, step(null), ANSWERED))
        .isInstanceOf(CancelPending.class);
  }

  @Test
  void aParkingThatHasNotSeenADecisionIsRefusedUntilItActsOnIt() {
    var fence = claimed(newThread()).fence();
    fence = stores.runCommit().commit(fence, asks(question(fence, "c-1"), question(fence, "c-2")));
    decide(fence, "c-1");
    assertRefused(fence, step(null), DecisionPending.class);

    stores.runCommit().park(fence, consumes(key(fence, "c-1")));
    assertThat(status(fence.runId())).isEqualTo(RunStatus.WAITING);
  }

  @Test
  void aDecisionOfABatchThatIsIncompleteDoesNotKeepARunFromParking() {
    var fence = claimed(newThread()).fence();
    fence = stores.runCommit().commit(fence, asks(ofBatch(fence, "c-1"), ofBatch(fence, "c-2")));
    decide(fence, "c-1");
    stores.runCommit().park(fence, step(null));

    assertThat(decide(fence, "c-2").taken()).isEqualTo(Taken.RESUMES);
  }

  @Test
  void whetherABatchIsCompleteIsSeenWithWhatTheParkingItselfAsks() {
    var fence = claimed(newThread()).fence();
    fence = stores.runCommit().commit(fence, asks(ofBatch(fence, "c-1")));
    decide(fence, "c-1");
    stores.runCommit().park(fence, asks(ofBatch(fence, "c-2")));
    assertThat(questions(fence)).containsExactly(SuspensionStatus.DECIDED, SuspensionStatus.OPEN);
  }

  @Test
  void whetherABatchIsCompleteIsSeenWithWhatTheParkingItselfCancels() {
    var fence = claimed(newThread()).fence();
    fence = stores.runCommit().commit(fence, asks(ofBatch(fence, "c-1"), ofBatch(fence, "c-2")));
    decide(fence, "c-1");
    assertRefused(fence, cancels(key(fence, "c-2")), DecisionPending.class);
  }

  /** Nothing of the commit is written, and the run still executes. */
  private void assertRefused(Fence fence, StepCommit last, Class<? extends Throwable> why) {
    var history = stores.threads().history(fence.threadId());
    var asked = questions(fence);
    var calls = stores.runs().calls(fence.runId());

    assertThatThrownBy(() -> stores.runCommit().park(fence, last)).isInstanceOf(why);

    assertThat(status(fence.runId())).isEqualTo(RunStatus.RUNNING);
    assertThat(stores.threads().history(fence.threadId())).isEqualTo(history);
    assertThat(questions(fence)).isEqualTo(asked);
    assertThat(stores.runs().calls(fence.runId())).isEqualTo(calls);
    assertThat(stores.mailbox().renew(List.of(fence.token())).owned()).hasSize(1);
  }

  @Test
  void aCommitTakesMessagesInAndTheOthersStay() {
    var fence = claimed(newThread()).fence();
    Submission first = steered(fence);
    Submission second = steered(fence);
    assertThat(stores.runs().inbox(fence.runId())).containsExactly(entry(first), entry(second));

    stores.runCommit().commit(fence, takesIn(first.runId().value()));
    assertThat(stores.runs().inbox(fence.runId())).containsExactly(entry(second));
  }

  private static InboxEntry entry(Submission said) {
    return new InboxEntry(said.runId().value(), said.messages(), null);
  }

  @Test
  void aMessageThatARunHasNotReadWhenItEndsBecomesTheNextRun() {
    var fence = claimed(newThread()).fence();
    Submission said = steered(fence);

    stores.runCommit().finish(fence, step(null, answer(fence, "bye")), ANSWERED);

    assertThat(status(fence.runId())).isEqualTo(RunStatus.DONE);
    assertThat(status(said.runId())).isEqualTo(RunStatus.CREATED);
    assertThat(dueJobs()).hasSize(1);
  }

  @Test
  void aRunThatTakesInWhatWasSaidLeavesNothing() {
    var fence = claimed(newThread()).fence();
    Submission said = steered(fence);

    stores.runCommit().finish(fence, takesIn(said.runId().value()), ANSWERED);

    assertThat(status(fence.runId())).isEqualTo(RunStatus.DONE);
    assertThat(dueJobs()).isEmpty();
  }

  static Stream<TerminationReason> endingsThatLeaveMessages() {
    return Stream.of(
        new TerminationReason.Cancelled(),
        new TerminationReason.Blocked("no"),
        new TerminationReason.Error("broken"),
        new TerminationReason.BehaviorRequested(),
        TerminationReason.Stopped.of("max_rounds", "16 rounds"));
  }

  @ParameterizedTest
  @MethodSource("endingsThatLeaveMessages")
  void theMessagesThatARunLeavesBecomeRunsOfTheThread(TerminationReason why) {
    var fence = claimed(newThread()).fence();
    Submission first = steered(fence);
    Submission second = steered(fence);
    stores.runCommit().finish(fence, step(null), new RunOutcome(why, null, 1, 0, 0));

    assertThat(stores.runs().inbox(fence.runId())).isEmpty();
    assertThat(stores.threads().find(fence.threadId()).orElseThrow().latestRunId())
        .isEqualTo(second.runId());
    for (Submission left : List.of(first, second)) {
      var run = stores.runs().find(left.runId()).orElseThrow();
      assertThat(run.agentId()).isEqualTo(left.agentId());
      assertThat(run.caller()).isEqualTo(left.caller());
      var claim = claimDue();
      assertThat(claim.runId()).isEqualTo(left.runId());
      assertThat(claim.begun()).isFalse();
      finish(claim);
    }
    assertThat(stores.threads().history(fence.threadId()))
        .endsWith(first.messages().getFirst(), second.messages().getFirst());
  }

  @Test
  @Failures("F28")
  void theMessagesThatARunLeavesKeepTheirOrderThoughTheirIdsHaveAnother() {
    var fence = claimed(newThread()).fence();
    var named = Stream.generate(() -> submission(fence.threadId(), null, SubmitMode.STEER));
    List<Submission> said = named.limit(4).toList().reversed();
    said.forEach(stores.mailbox()::submit);
    stores.runCommit().finish(fence, step(null), CANCELLED);

    for (Submission left : said) {
      var claim = claimDue();
      assertThat(claim.runId()).isEqualTo(left.runId());
      finish(claim);
    }
  }

  @Test
  void anEndCancelsTheQuestionsThatItsOwnerNames() {
    var fence = claimed(newThread()).fence();
    fence = stores.runCommit().commit(fence, asks(question(fence, "c-1"), question(fence, "c-2")));
    decide(fence, "c-2");
    stores.runCommit().finish(fence, cancels(key(fence, "c-1"), key(fence, "c-2")), CANCELLED);

    assertThat(questions(fence))
        .containsExactly(SuspensionStatus.CANCELLED, SuspensionStatus.CANCELLED);
    assertThat(decide(fence, "c-1").taken()).isEqualTo(Taken.CLOSED);
  }

  @ParameterizedTest
  @MethodSource("endingsThatLeaveMessages")
  void anEndThatIsNotNaturalCancelsTheQuestionsThatItsOwnerDoesNotName(TerminationReason why) {
    var fence = waiting(newThread(), "c-1", "c-2", "c-3");
    var claim = resumed(fence, "c-2");
    stores.runCommit().finish(claim.fence(), step(null), new RunOutcome(why, null, 1, 0, 0));

    assertThat(questions(fence)).containsOnly(SuspensionStatus.CANCELLED).hasSize(3);
    assertThat(decide(fence, "c-1").taken()).isEqualTo(Taken.CLOSED);
  }

  @Test
  @Rows(185)
  void aCallKeepsTheArgumentsThatADecisionGaveIt() {
    var fence = claimed(newThread()).fence();
    var asked = asks(question(fence, "c-1"), question(fence, "c-2"));
    fence = stores.runCommit().commit(fence, asked);
    CallState edited =
        asked.newCalls().getFirst().revised(PARIS.deepCopy()).with(ToolCallStatus.RESUMING);
    CallState other = asked.newCalls().getLast().with(ToolCallStatus.CANCELLED);
    stores.runCommit().commit(fence, aCommit("edits").changedCalls(List.of(edited, other)).build());

    assertThat(stores.runs().calls(fence.runId())).containsExactly(edited, other);
    assertThat(edited.revision()).isEqualTo(1);
  }

  @Test
  void aRunDoesNotParkTwice() {
    var fence = waiting(newThread(), "c-1");
    assertThat(catchThrowable(() -> stores.runCommit().park(fence, step(null))))
        .isInstanceOf(StaleFence.class);
  }
}
