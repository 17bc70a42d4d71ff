package io.awaken.contract;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.suspension.SuspensionStore.Taken;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Runs that wait: cancelled where they are, and told of what came meanwhile. */
public abstract class WaitingRunContract extends SuspendingContract {

  @Test
  @Rows({128, 182})
  void aRunThatWaitsIsEndedByItsCancellation() {
    var fence = claimed(newThread()).fence();
    var asks = asks(question(fence, "c-1"));
    stores
        .runCommit()
        .park(
            fence,
            aCommit(asks.commitId())
                .newCalls(asks.newCalls())
                .segment(said(fence, 1, 4))
                .state(asks.state())
                .suspensions(asks.suspensions())
                .build());

    assertThat(stores.runs().cancel(fence.runId(), ANN)).isEqualTo(CancelResult.ENDED);

    assertCancelled(fence);
    var ending = stores.events().read(fence.runId(), 4, 10).getFirst();
    assertThat(ending.epoch()).isGreaterThan(fence.epoch());
    assertThat(ending.eventsAfter(4)).hasSize(1);
    assertThat(ending.eventsAfter(4).getFirst().event()).isInstanceOf(AgentEvent.RunFinish.class);
    assertThat(stores.runs().cancel(fence.runId(), ANN)).isEqualTo(CancelResult.ALREADY_DONE);
    claimed(fence.threadId());
  }

  private void assertCancelled(Fence fence) {
    var run = stores.runs().find(fence.runId()).orElseThrow();
    assertThat(run.status()).isEqualTo(RunStatus.DONE);
    assertThat(run.termination()).isEqualTo(new TerminationReason.Cancelled());
    assertThat(questions(fence)).containsOnly(SuspensionStatus.CANCELLED);
    assertThat(stores.runs().calls(fence.runId()))
        .extracting(CallState::status)
        .containsOnly(ToolCallStatus.CANCELLED);
    assertThat(stores.suspensions().open(fence.threadId())).isEmpty();
    assertThat(stores.threads().find(fence.threadId()).orElseThrow().openRunId()).isNull();
  }

  @Test
  void aRunThatIsAboutToGoOnIsEndedByItsCancellation() {
    var fence = talked();
    decide(fence, "c-1");
    var candidate = stores.mailbox().due(1).getFirst();

    assertThat(stores.runs().cancel(fence.runId(), ANN)).isEqualTo(CancelResult.ENDED);

    assertCancelled(fence);
    assertThat(dueJobs()).isEmpty();
    assertThat(stores.mailbox().claim(candidate, newToken())).isEmpty();
    claimed(fence.threadId());
  }

  @Test
  void aRunThatGoesOnIsAskedToEnd() {
    var fence = talked();
    var claim = resumed(fence, "c-1");
    assertThat(stores.runs().cancel(fence.runId(), ANN)).isEqualTo(CancelResult.REQUESTED);
    stores.runCommit().finish(claim.fence(), cancels(key(fence, "c-1")), CANCELLED);
  }

  @Test
  void theCancellationOfARunThatWaitsGivesItsThreadToTheNextInLine() {
    var fence = talked();
    var next = queued(fence.threadId());
    stores.runs().cancel(fence.runId(), ANN);
    assertThat(claimDue().runId()).isEqualTo(next.runId());
  }

  @Test
  void theMessagesThatACancelledRunLeavesBecomeRunsOfTheThread() {
    var fence = talked();
    Submission left = steered(fence);
    stores.runs().cancel(fence.runId(), ANN);

    var claim = claimDue();
    assertThat(claim.runId()).isEqualTo(left.runId());
    assertThat(stores.threads().history(fence.threadId())).endsWith(left.messages().getFirst());
    assertThat(stores.runs().inbox(fence.runId())).isEmpty();
  }

  @Test
  void theMessagesThatALostRunLeavesBecomeRunsOfTheThread() {
    var claim = claimed(newThread());
    Submission left = steered(claim.fence());
    for (int attempt = 1; attempt <= Stores.SETTINGS.maxAttempts(); attempt++) {
      stores.expireLeases();
      stores.mailbox().reclaimExpired(10);
      if (attempt < Stores.SETTINGS.maxAttempts()) {
        claimDue();
      }
    }
    assertThat(status(claim.runId())).isEqualTo(RunStatus.DONE);
    assertThat(claimDue().runId()).isEqualTo(left.runId());
  }

  @Test
  void aRunOfAnotherTenantThatWaitsLooksUnknownToACancellation() {
    var fence = talked();
    assertThat(stores.runs().cancel(fence.runId(), STRANGER)).isEqualTo(CancelResult.NOT_FOUND);
    assertThat(questions(fence)).containsExactly(SuspensionStatus.OPEN);
  }

  @Test
  void aDecisionOnARunThatWasCancelledComesTooLate() {
    var fence = talked();
    stores.runs().cancel(fence.runId(), ANN);
    var late = decide(fence, "c-1");
    assertThat(late.taken()).isEqualTo(Taken.CLOSED);
    assertThat(late.now().status()).isEqualTo(SuspensionStatus.CANCELLED);
    assertThat(dueJobs()).isEmpty();
  }

  @Test
  void anUnknownRunHasNoMessages() {
    assertThat(stores.runs().inbox(new RunId(fresh("run")))).isEmpty();
  }

  @Test
  void aRenewalTellsOfDecisionsAndMessagesThatItsRunsHaveNotActedOn() {
    var decided = claimed(newThread()).fence();
    decided =
        stores
            .runCommit()
            .commit(decided, asks(question(decided, "c-1"), question(decided, "c-2")));
    decide(decided, "c-1");
    var told = claimed(newThread()).fence();
    Submission said = steered(told);
    var asking = claimed(newThread()).fence();
    stores.runCommit().commit(asking, asks(question(asking, "c-1")));
    var others = claimed(newThread()).fence();
    steered(others);
    var tokens = List.of(decided.token(), told.token(), asking.token());

    var renewal = stores.mailbox().renew(tokens);
    assertThat(renewal.owned()).containsExactlyInAnyOrderElementsOf(tokens);
    assertThat(renewal.inboxPending()).containsExactlyInAnyOrder(decided.runId(), told.runId());
    assertThat(renewal.cancelRequested()).isEmpty();

    stores.runCommit().commit(told, takesIn(said.runId().value()));
    stores.runCommit().commit(decided, consumes(key(decided, "c-1")));
    assertThat(stores.mailbox().renew(tokens).inboxPending()).isEmpty();
  }

  @Test
  void aDecisionAndACancellationAtOnceAgreeOnWhatHappened() throws Exception {
    for (int i = 0; i < 20; i++) {
      var fence = talked();
      var turn = new AtomicInteger();
      List<String> outcomes =
          race(
              2,
              () ->
                  turn.getAndIncrement() == 0
                      ? stores.runs().cancel(fence.runId(), ANN).name()
                      : decide(fence, "c-1").taken().name());
      assertThat(Set.copyOf(outcomes)).isIn(Set.of("ENDED", "CLOSED"), Set.of("ENDED", "RESUMES"));
      assertCancelled(fence);
      assertThat(dueJobs()).isEmpty();
    }
  }

  /** A run that said something, asked and waits. */
  private Fence talked() {
    var fence = claimed(newThread()).fence();
    var next = stores.runCommit().commit(fence, step(said(fence, 1, 2)));
    park(next, question(next, "c-1"));
    return next;
  }
}
