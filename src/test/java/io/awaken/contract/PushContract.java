package io.awaken.contract;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Claim;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.outbox.OpenQuestions;
import io.awaken.core.store.outbox.OutboxChanges;
import io.awaken.core.store.outbox.OutboxEntry.Kind;
import io.awaken.core.store.outbox.OutboxStore.DueEntry;
import io.awaken.core.store.outbox.OutboxStore.Receivers;
import io.awaken.core.store.outbox.PushTarget;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who wants to hear of a run is told by the transaction that changes its state. */
@Rows({241, 242})
public abstract class PushContract extends SuspendingContract {
  private static final Duration HOLD = Duration.ofMinutes(2);
  private static final PushTarget FIRST = target("first");
  private static final OpenQuestions ASKED = new OpenQuestions(5, List.of("ask_c"));

  private static PushTarget target(String id) {
    return new PushTarget(id, ANN, "https://a.example/" + id, "token", "Bearer", "1.sealed");
  }

  private boolean put(Fence fence, PushTarget target) {
    return stores.outbox().put(fence.threadId(), fence.runId(), target, ASKED);
  }

  private List<PushTarget> targets(Fence fence) {
    return stores.outbox().targets(fence.threadId(), fence.runId());
  }

  private List<DueEntry> told(String... busy) {
    return stores.outbox().take(Receivers.OUTSIDE, Set.of(busy), 20, HOLD);
  }

  private static List<String> keys(List<DueEntry> told) {
    return told.stream().map(each -> each.entry().key()).toList();
  }

  private void remove(DueEntry due) {
    stores.outbox().remove(due.threadId(), List.of(due.entry().id()));
  }

  private Fence heard(PushTarget... targets) {
    Fence fence = claimed(newThread()).fence();
    for (PushTarget target : targets) {
      assertThat(put(fence, target)).isTrue();
    }
    return fence;
  }

  private static StepCommit asking(Fence fence, String call) {
    StepCommit asks = asks(question(fence, call));
    OutboxChanges told = OutboxChanges.NONE.telling(new OpenQuestions(7, List.of("ask_" + call)));
    return aCommit(asks.commitId())
        .newCalls(asks.newCalls())
        .suspensions(asks.suspensions())
        .outbox(told)
        .build();
  }

  @Test
  void theEndOfARunIsToldToEachTargetOnceItIsStored() {
    Fence fence = heard(FIRST, target("second"));
    assertThat(told()).isEmpty();

    assertThat(stores.runCommit().finish(fence, step(null), ANSWERED)).isTrue();

    assertThat(stores.mailbox().waiting().outbox()).isTrue();
    List<DueEntry> told = told();
    assertThat(keys(told)).containsExactly(FIRST.key(), target("second").key());
    assertThat(told)
        .allMatch(each -> each.entry().kind() == Kind.PUSH && each.entry().payload() == null)
        .allMatch(each -> each.runId().equals(fence.runId()) && each.attempt() == 1);
  }

  @Test
  void aRunOfWhichNobodyWantsToHearTellsNobody() {
    assertThat(stores.runCommit().finish(claimed(newThread()).fence(), step(null), ANSWERED))
        .isFalse();
    Fence waits = claimed(newThread()).fence();
    assertThat(stores.runCommit().park(waits, asking(waits, "c"))).isFalse();
    Fence forgotten = heard(FIRST);
    stores.outbox().removeTarget(forgotten.threadId(), forgotten.runId(), FIRST.key());
    assertThat(stores.runCommit().finish(forgotten, step(null), ANSWERED)).isFalse();

    assertThat(told()).isEmpty();
  }

  @Test
  void theQuestionsOfARunThatWaitsAreToldUnlessItTellsNone() {
    Fence fence = heard(FIRST);
    assertThat(stores.runCommit().park(fence, asking(fence, "c"))).isTrue();
    Fence silent = heard(FIRST);
    assertThat(stores.runCommit().park(silent, asks(question(silent, "c")))).isFalse();

    assertThat(told())
        .extracting(each -> OpenQuestions.of(each.entry().payload()))
        .containsExactly(new OpenQuestions(7, List.of("ask_c")));
  }

  @Test
  void aRepeatedCommitTellsNothingTwice() {
    Fence fence = heard(FIRST);
    StepCommit last = step(null);
    stores.runCommit().finish(fence, last, ANSWERED);

    assertThat(stores.runCommit().finish(fence, last, ANSWERED)).isFalse();

    assertThat(told()).hasSize(1);
  }

  @Test
  void whatATargetIsToldOfARunComesInOrder() {
    Fence fence = heard(FIRST);
    stores.runCommit().park(fence, asking(fence, "c"));
    stores.runs().cancel(fence.runId(), ANN);

    List<DueEntry> first = told();
    assertThat(first).extracting(each -> each.entry().payload()).doesNotContainNull().hasSize(1);
    stores.outbox().postpone(first.getFirst(), Duration.ofMinutes(1), "answered 500");
    assertThat(told()).isEmpty();
    stores.expireEntries();
    assertThat(told()).extracting(DueEntry::attempt).containsExactly(2);
    remove(first.getFirst());
    assertThat(told()).extracting(each -> each.entry().payload()).containsOnlyNulls().hasSize(1);
  }

  @Test
  void everyOtherEndIsToldToo() {
    Fence cancelled = heard(FIRST);
    stores.runs().cancel(cancelled.runId(), ANN);
    stores.runCommit().finish(cancelled, step(null), ended(new TerminationReason.Cancelled()));
    Fence failed = heard(FIRST);
    stores.runCommit().finish(failed, step(null), ended(new TerminationReason.Error("no")));
    Fence overdue = heard(FIRST);
    stores.mailbox().interrupt(overdue.threadId(), ANN);
    stores.mailbox().forceEndOverdue(Duration.ZERO, 10);
    ThreadId busy = newThread();
    claimed(busy);
    RunId superseded = queued(busy).runId();
    stores.outbox().put(busy, superseded, FIRST, null);
    stores.mailbox().submit(submission(busy, null).as(SubmitMode.INTERRUPT));

    assertThat(told())
        .extracting(DueEntry::runId)
        .contains(cancelled.runId(), failed.runId(), overdue.runId(), superseded);
  }

  private static RunOutcome ended(TerminationReason why) {
    return new RunOutcome(why, null, 0, 0, 0, null, null);
  }

  @Test
  void aTargetThatComesLateIsToldTheStateOnce() {
    Claim ended = claimed(newThread());
    finish(ended);
    Fence waits = waiting(newThread(), "c");
    assertThat(put(ended.fence(), FIRST)).isTrue();
    assertThat(put(ended.fence(), FIRST)).isTrue();
    assertThat(put(waits, FIRST)).isTrue();

    List<DueEntry> told = told();
    assertThat(told).extracting(DueEntry::runId).containsExactly(ended.runId(), waits.runId());
    assertThat(told.getFirst().entry().payload()).isNull();
    assertThat(OpenQuestions.of(told.getLast().entry().payload())).isEqualTo(ASKED);
  }

  @Test
  void aTargetReplacesTheOneOfItsCallerWithItsIdOnly() {
    var other = new PushTarget("first", COLLEAGUE, "https://b.example/", null, null, null);
    Fence fence = heard(FIRST, other);
    var moved = new PushTarget("first", ANN, "https://c.example/", null, null, null);

    assertThat(put(fence, moved)).isTrue();

    assertThat(targets(fence)).containsExactlyInAnyOrder(moved, other);
    assertThat(stores.outbox().target(fence.threadId(), fence.runId(), moved.key()))
        .contains(moved);
  }

  @Test
  void aRunHasALimitedNumberOfTargets() {
    Fence fence =
        heard(
            IntStream.range(0, PushTarget.MOST)
                .mapToObj(i -> target("t" + i))
                .toArray(PushTarget[]::new));

    assertThat(put(fence, target("more"))).isFalse();
    assertThat(put(fence, target("t3"))).isTrue();
    assertThat(targets(fence)).hasSize(PushTarget.MOST);
  }

  @Test
  void aRunThatDoesNotExistHasNoTargets() {
    Fence fence = claimed(newThread()).fence();
    ThreadId none = newThread();

    assertThat(stores.outbox().put(none, new RunId(fresh("run")), FIRST, null)).isFalse();
    assertThat(stores.outbox().put(none, fence.runId(), FIRST, null)).isFalse();
    assertThat(targets(fence)).isEmpty();
  }

  @Test
  void aRemovedTargetIsToldNothingThatIsDue() {
    Fence fence = heard(FIRST, target("second"));
    stores.runCommit().finish(fence, step(null), ANSWERED);

    assertThat(stores.outbox().removeTarget(fence.threadId(), fence.runId(), FIRST.key())).isTrue();
    assertThat(stores.outbox().removeTarget(fence.threadId(), fence.runId(), FIRST.key()))
        .isFalse();

    assertThat(keys(told())).containsExactly(target("second").key());
    assertThat(put(fence, FIRST)).isTrue();
    assertThat(keys(told())).containsExactly(FIRST.key());
  }

  @Test
  void theTargetsOfACallerAreOneReceiver() {
    var other = new PushTarget("other", COLLEAGUE, "https://b.example/", null, null, null);
    Fence fence = heard(FIRST, target("second"), other);
    stores.runCommit().finish(fence, step(null), ANSWERED);

    String ann = FIRST.key().substring(0, FIRST.key().indexOf('/'));
    assertThat(keys(told(ann))).containsExactly(other.key());
    assertThat(told()).allMatch(each -> each.entry().receiver().equals(ann)).hasSize(2);
  }

  @Test
  void targetsGoWithTheirThread() {
    Fence fence = heard(FIRST);
    stores.runCommit().finish(fence, step(null), ANSWERED);

    stores.threads().delete(fence.threadId(), ANN, false);

    assertThat(targets(fence)).isEmpty();
    assertThat(told()).isEmpty();
  }
}
