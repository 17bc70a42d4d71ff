package io.awaken.contract;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.spec.Cost;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.RunCommit.CancelPending;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The fenced write: everything of a step or nothing, by the owner only. */
@Rows({162, 164})
public abstract class RunCommitContract extends StoreContract {

  private static CallState call(String id) {
    var arguments = JsonNodeFactory.instance.objectNode().put("city", "Oslo");
    return new CallState(1, id, "get_weather", arguments, ToolCallStatus.NEW, 0);
  }

  @Test
  void aCommitKeepsMessagesCallsAndEvents() {
    var fence = claimed(newThread()).fence();
    var message = answer(fence, "let me see");
    var begun = call("c-2").begun();
    var step =
        aCommit("commit-a")
            .messages(message)
            .newCalls(List.of(call("c-1"), begun))
            .segment(said(fence, 1, 4))
            .build();
    var next = stores.runCommit().commit(fence, step);

    assertThat(next.messageCount()).isEqualTo(2);
    assertThat(stores.threads().history(fence.threadId())).last().isEqualTo(message);
    assertThat(stores.runs().calls(fence.runId())).containsExactly(call("c-1"), begun);
    var segments = stores.events().read(fence.runId(), 0, 10);
    assertThat(segments).hasSize(1);
    assertThat(segments.getFirst().eventsAfter(0)).isEqualTo(said(fence, 1, 4).eventsAfter(0));
  }

  @Test
  void aChangedCallKeepsItsPlace() {
    var fence = claimed(newThread()).fence();
    var asked = aCommit("a").newCalls(List.of(call("c-9"), call("c-1"))).build();
    var changes =
        List.of(
            call("c-9").begun().with(ToolCallStatus.SUCCEEDED),
            call("c-1").begun().with(ToolCallStatus.FAILED));
    var next = stores.runCommit().commit(fence, asked);
    stores.runCommit().commit(next, aCommit("b").changedCalls(changes).build());

    assertThat(stores.runs().calls(fence.runId())).isEqualTo(changes);
  }

  @Test
  void messagesAreNumberedWithoutAGap() {
    var fence = claimed(newThread()).fence();
    for (int i = 0; i < 3; i++) {
      fence = stores.runCommit().commit(fence, step(null, answer(fence, "a"), answer(fence, "b")));
    }
    stores.runCommit().finish(fence, step(null, answer(fence, "end")), ANSWERED);

    var numbers = stores.threads().messages(MessageQuery.of(fence.threadId(), 100)).items();
    assertThat(numbers.stream().map(message -> message.sequence()))
        .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    assertThat(stores.threads().find(fence.threadId()).orElseThrow().messageCount()).isEqualTo(8);
  }

  @Test
  @Failures("F23")
  void aStaleFenceWritesNothing() {
    var fence = claimed(newThread()).fence();
    stores.runCommit().commit(fence, step(null, answer(fence, "mine")));
    var stale =
        Stream.of(
            fence,
            with(fence, new ClaimToken("another"), fence.epoch(), 2),
            with(fence, fence.token(), fence.epoch() + 1, 2),
            with(fence, fence.token(), fence.epoch(), 3),
            fence.advanced("another", 1, 0),
            new Fence(
                fence.threadId(),
                fence.runId(),
                new JobId("x"),
                fence.token(),
                fence.epoch(),
                2,
                null),
            new Fence(
                newThread(), fence.runId(), fence.jobId(), fence.token(), fence.epoch(), 2, null));

    stale.forEach(
        wrong -> {
          var step = step(said(fence, 1, 2), answer(fence, "not mine"));
          assertThatThrownBy(() -> stores.runCommit().commit(wrong, step))
              .isInstanceOf(StaleFence.class);
          assertThatThrownBy(() -> stores.runCommit().finish(wrong, step, ANSWERED))
              .isInstanceOf(StaleFence.class);
        });
    assertThat(stores.threads().history(fence.threadId())).hasSize(2);
    assertThat(stores.events().read(fence.runId(), 0, 10)).isEmpty();
    assertThat(stores.runs().find(fence.runId()).orElseThrow().status())
        .isEqualTo(RunStatus.RUNNING);
  }

  private static Fence with(Fence fence, ClaimToken token, long epoch, long count) {
    return new Fence(fence.threadId(), fence.runId(), fence.jobId(), token, epoch, count, null);
  }

  @Test
  void ofTwoCommitsUnderOneFenceOneIsWritten() throws Exception {
    var fence = claimed(newThread()).fence();
    Callable<Boolean> commit =
        () -> {
          try {
            stores.runCommit().commit(fence, step(null, answer(fence, "me")));
            return true;
          } catch (StaleFence e) {
            return false;
          }
        };
    assertThat(race(6, commit)).containsOnlyOnce(true);
    assertThat(stores.threads().history(fence.threadId())).hasSize(2);
  }

  @Test
  @Failures("F20")
  void aCommitWhoseAnswerWasLostIsRecognisedAndNotRepeated() {
    var fence = claimed(newThread()).fence();
    var withMessage = step(said(fence, 1, 2), answer(fence, "once"));
    var next = stores.runCommit().commit(fence, withMessage);
    assertThat(stores.runCommit().commit(fence, withMessage)).isEqualTo(next);

    var eventsOnly = step(said(fence, 3, 4));
    var last = stores.runCommit().commit(next, eventsOnly);
    assertThat(stores.runCommit().commit(next, eventsOnly)).isEqualTo(last);
    assertThat(stores.threads().history(fence.threadId())).hasSize(2);
    assertThat(stores.events().read(fence.runId(), 0, 10)).hasSize(2);
  }

  @Test
  @Failures("F20")
  void anEndWhoseAnswerWasLostIsRecognisedAndNotRepeated() {
    var fence = claimed(newThread()).fence();
    var last = step(said(fence, 1, 2), answer(fence, "bye"));
    stores.runCommit().finish(fence, last, ANSWERED);
    stores.runCommit().finish(fence, last, ANSWERED);
    assertThat(stores.threads().history(fence.threadId())).hasSize(2);
  }

  @Test
  void theEndAcknowledgesTheJobAndFreesTheThread() {
    Claim claim = claimed(newThread());
    var fence = claim.fence();
    stores.runCommit().finish(fence, step(said(fence, 1, 2), answer(fence, "bye")), ANSWERED);

    var run = stores.runs().find(claim.runId()).orElseThrow();
    assertThat(run.status()).isEqualTo(RunStatus.DONE);
    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(run.finalOutput()).isEqualTo("done");
    assertThat(run.steps()).isEqualTo(2);
    assertThat(run.inputTokens()).isEqualTo(30);
    assertThat(run.outputTokens()).isEqualTo(12);
    assertThat(run.cost()).isNull();
    assertThat(run.finishedAt()).isNotNull();
    var thread = stores.threads().find(fence.threadId()).orElseThrow();
    assertThat(thread.activeRunId()).isNull();
    assertThat(thread.openRunId()).isNull();
    assertThat(thread.latestRunId()).isEqualTo(claim.runId());
    stores.expireLeases();
    assertThat(stores.mailbox().reclaimExpired(10)).isZero();
    assertThat(stores.mailbox().renew(List.of(fence.token())).owned()).isEmpty();
    assertThat(stores.mailbox().due(10)).isEmpty();
  }

  @Test
  @Rows(1033)
  void whatARunCostIsKeptExactly() {
    Claim claim = claimed(newThread());
    Cost cost = new Cost("12345678901.000000000001", "EUR");
    var outcome = new RunOutcome(new TerminationReason.NaturalEnd(), "done", 2, 30, 12, cost);
    stores.runCommit().finish(claim.fence(), step(null), outcome);

    assertThat(stores.runs().find(claim.runId()).orElseThrow().cost()).isEqualTo(cost);
  }

  @Test
  void everyReasonToEndIsKept() {
    List<TerminationReason> reasons =
        List.of(
            new TerminationReason.BehaviorRequested(),
            TerminationReason.Stopped.of("max_rounds", "16 rounds"),
            new TerminationReason.Blocked("not allowed"),
            new TerminationReason.Error("model \"x\" is gone"));
    for (TerminationReason reason : reasons) {
      var claim = claimed(newThread());
      stores.runCommit().finish(claim.fence(), step(null), new RunOutcome(reason, null, 1, 0, 0));
      assertThat(stores.runs().find(claim.runId()).orElseThrow().termination()).isEqualTo(reason);
    }
  }

  @Test
  void anEndThatHasNotSeenACancellationIsRefusedAndNothingIsWritten() {
    var fence = claimed(newThread()).fence();
    stores.runs().cancel(fence.runId(), ANN);
    var last = step(said(fence, 1, 2), answer(fence, "bye"));

    assertThatThrownBy(() -> stores.runCommit().finish(fence, last, ANSWERED))
        .isInstanceOf(CancelPending.class);
    assertThat(stores.threads().history(fence.threadId())).hasSize(1);
    assertThat(stores.events().read(fence.runId(), 0, 10)).isEmpty();
    assertThat(stores.runs().find(fence.runId()).orElseThrow().status())
        .isEqualTo(RunStatus.RUNNING);

    stores.runCommit().finish(fence, last, CANCELLED);
    assertThat(stores.runs().find(fence.runId()).orElseThrow().termination())
        .isEqualTo(new TerminationReason.Cancelled());
    claimed(fence.threadId());
  }

  @Test
  void aStepIsStillCommittedWhileACancellationIsPending() {
    var fence = claimed(newThread()).fence();
    stores.runs().cancel(fence.runId(), ANN);
    stores.runCommit().commit(fence, step(null, answer(fence, "kept")));
    assertThat(stores.threads().history(fence.threadId())).hasSize(2);
  }

  @Test
  @Failures("F27")
  void anEndAndACancellationAtOnceAgreeOnWhatHappened() throws Exception {
    for (int i = 0; i < 20; i++) {
      var fence = claimed(newThread()).fence();
      var turn = new AtomicInteger();
      List<String> outcomes =
          race(
              2,
              () ->
                  turn.getAndIncrement() == 0
                      ? stores.runs().cancel(fence.runId(), ANN).name()
                      : endOf(fence));
      assertThat(outcomes)
          .matches(
              both ->
                  Set.copyOf(both).equals(Set.of("REQUESTED", "refused"))
                      || Set.copyOf(both).equals(Set.of("ALREADY_DONE", "ended")));
    }
  }

  private String endOf(Fence fence) {
    try {
      stores.runCommit().finish(fence, step(null), ANSWERED);
      return "ended";
    } catch (CancelPending e) {
      return "refused";
    }
  }
}
