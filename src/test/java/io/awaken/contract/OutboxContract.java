package io.awaken.contract;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.run.Claim;
import io.awaken.core.run.Fence;
import io.awaken.core.state.TypedEffect;
import io.awaken.core.store.outbox.OutboxChanges;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.outbox.OutboxEntry.Kind;
import io.awaken.core.store.outbox.OutboxStore.DueEntry;
import io.awaken.core.store.outbox.OutboxStore.FailedEntry;
import io.awaken.core.store.outbox.OutboxStore.Receivers;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.suspension.SuspensionChanges.NewSuspension;
import io.awaken.core.store.thread.ThreadStore.Deleted;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is committed for plugins is delivered at least once, and not before its commit. */
@Rows({63, 95})
public abstract class OutboxContract extends SuspendingContract {
  private static final Duration HOLD = Duration.ofMinutes(2);

  private static StepCommit emitting(String... payloads) {
    String commit = fresh("commit");
    List<OutboxEntry> entries =
        IntStream.range(0, payloads.length).mapToObj(i -> entry(commit, i, payloads[i])).toList();
    return aCommit(commit).outbox(new OutboxChanges(entries, List.of())).build();
  }

  private static OutboxEntry entry(String commit, int ordinal, String payload) {
    return OutboxEntry.effect(commit, ordinal, new TypedEffect("tell", TextNode.valueOf(payload)));
  }

  private static StepCommit delivered(List<String> ids) {
    return aCommit(fresh("commit")).outbox(new OutboxChanges(List.of(), ids)).build();
  }

  private List<DueEntry> take() {
    return stores.outbox().take(10, HOLD);
  }

  private static List<String> ids(StepCommit step) {
    return step.outbox().written().stream().map(OutboxEntry::id).toList();
  }

  @Test
  void theOwnerDeliversByItselfAsLongAsTheThreadIsIts() {
    Fence fence = claimed(newThread()).fence();
    stores.runCommit().commit(fence, emitting("a"));

    stores.expireEntries();

    assertThat(take()).isEmpty();
    assertThat(stores.mailbox().waiting().outbox()).isFalse();
  }

  @Test
  void whatAnOwnerThatDiedHasNotDeliveredIsDueInOrderUnderItsIds() {
    Claim claim = claimed(newThread());
    StepCommit first = emitting("a", "b");
    Fence fence = stores.runCommit().commit(claim.fence(), first);
    StepCommit second = emitting("c");
    stores.runCommit().commit(fence, second);

    stores.expireLeases();
    stores.mailbox().reclaimExpired(10);
    stores.expireEntries();

    assertThat(stores.mailbox().waiting().outbox()).isTrue();
    List<DueEntry> due = take();
    assertThat(due)
        .extracting(each -> each.entry().payload().textValue())
        .containsExactly("a", "b", "c");
    assertThat(due.subList(0, 2))
        .extracting(each -> each.entry().id())
        .containsExactlyElementsOf(ids(first));
    assertThat(due).allMatch(each -> each.runId().equals(claim.runId()) && each.attempt() == 2);
    assertThat(due.getFirst().entry().kind()).isEqualTo(Kind.EFFECT);
    assertThat(due.getFirst().entry().effect().key()).isEqualTo("tell");
  }

  @Test
  void theNextOwnerOfTheThreadKeepsNobodyFromDeliveringThem() {
    Claim claim = claimed(newThread());
    stores.runCommit().commit(claim.fence(), emitting("a"));
    stores.expireLeases();
    stores.mailbox().reclaimExpired(10);
    claimDue();

    stores.expireEntries();

    assertThat(take()).hasSize(1);
  }

  @Test
  void theNextCommitRemovesWhatWasDelivered() {
    Fence fence = claimed(newThread()).fence();
    StepCommit step = emitting("a", "b");
    fence = stores.runCommit().commit(fence, step);
    fence = stores.runCommit().commit(fence, delivered(ids(step)));

    stores.runCommit().finish(fence, step(null), ANSWERED);
    stores.expireEntries();

    assertThat(take()).isEmpty();
  }

  @Test
  void anEntryThatIsGivenBackIsDueAfterItsWait() {
    DueEntry due = abandoned("a");

    stores.outbox().giveBack(due, Duration.ofHours(1));
    assertThat(take()).isEmpty();

    stores.outbox().giveBack(due, Duration.ZERO);
    assertThat(take())
        .singleElement()
        .satisfies(
            again -> {
              assertThat(again.entry().id()).isEqualTo(due.entry().id());
              assertThat(again.attempt()).isEqualTo(due.attempt() + 1);
            });
  }

  @Test
  void nobodyGivesBackWhatAnotherNodeHasTakenSince() {
    DueEntry due = abandoned("a");
    stores.outbox().giveBack(due, Duration.ZERO);
    assertThat(take()).hasSize(1);

    stores.outbox().giveBack(due, Duration.ZERO);

    assertThat(take()).isEmpty();
  }

  /** A taken entry whose writer has lost the thread. */
  private DueEntry abandoned(String text) {
    stores.runCommit().commit(claimed(newThread()).fence(), emitting(text));
    stores.expireLeases();
    stores.mailbox().reclaimExpired(10);
    stores.expireEntries();
    return take().getFirst();
  }

  @Test
  void whoParksOrEndsARunHasTimeToDeliver() {
    Claim parked = claimed(newThread());
    stores.runCommit().park(parked.fence(), emitting("parked"));
    Claim ended = claimed(newThread());
    stores.runCommit().finish(ended.fence(), emitting("ended"), ANSWERED);
    assertThat(take()).isEmpty();

    stores.expireEntries();

    assertThat(take())
        .extracting(each -> each.entry().payload().textValue())
        .containsExactly("parked", "ended");
  }

  @Test
  void nothingIsWrittenWithACommitThatIsRefused() {
    Claim claim = claimed(newThread());
    stores.mailbox().release(claim.fence());

    assertThatThrownBy(() -> stores.runCommit().commit(claim.fence(), emitting("a")))
        .isInstanceOf(StaleFence.class);

    stores.expireEntries();
    assertThat(take()).isEmpty();
  }

  @Test
  void whatIsTakenIsNobodyElsesUntilItsTimeIsOver() {
    Claim claim = claimed(newThread());
    stores.runCommit().finish(claim.fence(), emitting("a"), ANSWERED);
    stores.expireEntries();
    assertThat(take()).hasSize(1);
    assertThat(take()).isEmpty();

    stores.expireEntries();

    assertThat(take()).extracting(DueEntry::attempt).containsExactly(3);
  }

  @Test
  void whatWasDeliveredIsRemovedAndComesNoMore() {
    Claim claim = claimed(newThread());
    StepCommit last = emitting("a", "b");
    stores.runCommit().finish(claim.fence(), last, ANSWERED);

    stores.outbox().remove(claim.fence().threadId(), ids(last).subList(0, 1));
    stores.outbox().remove(claim.fence().threadId(), List.of("not there"));

    stores.expireEntries();
    assertThat(take()).extracting(each -> each.entry().id()).containsExactly(ids(last).getLast());
  }

  @Test
  void theEndOfARunThatNobodyExecutesIsDueAtOnce() {
    Claim claim = claimed(newThread());
    stores.mailbox().release(claim.fence());
    assertThat(stores.runs().cancel(claim.runId(), ANN)).isEqualTo(CancelResult.ENDED);

    assertThat(stores.mailbox().waiting().outbox()).isTrue();
    assertEnd(claim, take());
  }

  @Test
  void soIsThatOfARunInTheDeadLetter() {
    Claim claim = claimed(newThread());
    stores.mailbox().nack(claim.fence(), "broken", true);
    assertEnd(claim, take());
  }

  @Test
  void soIsThatOfAnInterruptedRunThatWaitsAndOfEachThatWaitsInTheQueue() {
    Claim waits = claimed(newThread());
    var behind = submission(waits.fence().threadId(), null, SubmitMode.QUEUE);
    assertThat(stores.mailbox().submit(behind)).isInstanceOf(SubmitResult.Queued.class);
    stores.runCommit().park(waits.fence(), step(null));

    stores.mailbox().interrupt(waits.fence().threadId(), ANN);

    assertThat(take())
        .extracting(DueEntry::runId)
        .containsExactlyInAnyOrder(waits.runId(), behind.runId());
  }

  private static void assertEnd(Claim claim, List<DueEntry> due) {
    assertThat(due)
        .singleElement()
        .isEqualTo(
            new DueEntry(
                claim.fence().threadId(), claim.runId(), OutboxEntry.end(claim.runId()), 1));
  }

  @Test
  void whatPluginsWantAtTheEndTakesThePlaceOfTheEnd() {
    Claim claim = claimed(newThread());
    stores.mailbox().nack(claim.fence(), "broken", true);
    DueEntry end = take().getFirst();
    OutboxEntry wanted = entry(end.entry().id(), 0, "bye");

    assertThat(ended(end, wanted)).isTrue();
    assertThat(ended(end, wanted)).isFalse();

    assertThat(take()).isEmpty();
    stores.expireEntries();
    assertThat(take()).extracting(DueEntry::entry).containsExactly(wanted);
  }

  private boolean ended(DueEntry end, OutboxEntry wanted) {
    return stores.outbox().ended(end.threadId(), end.runId(), end.entry().id(), List.of(wanted));
  }

  @Test
  void aDeletedThreadLeavesNothingToDeliver() {
    Claim claim = claimed(newThread());
    stores.mailbox().nack(claim.fence(), "broken", true);
    DueEntry end = take().getFirst();

    assertThat(stores.threads().delete(claim.fence().threadId(), ANN, false))
        .isEqualTo(Deleted.DELETED);

    assertThat(ended(end, entry("c", 0, "bye"))).isFalse();
    stores.expireEntries();
    assertThat(take()).isEmpty();
  }

  private static StepCommit telling(OutboxEntry... entries) {
    return aCommit(fresh("commit")).outbox(new OutboxChanges(List.of(entries), List.of())).build();
  }

  private static OutboxEntry notice(String receiver, String text) {
    return OutboxEntry.notice(fresh("notice"), receiver, TextNode.valueOf(text));
  }

  private List<DueEntry> takeOutside(String... busy) {
    return stores.outbox().take(Receivers.OUTSIDE, Set.of(busy), 10, HOLD);
  }

  private static List<String> texts(List<DueEntry> due) {
    return due.stream().map(each -> each.entry().payload().textValue()).toList();
  }

  private static List<String> texts(List<FailedEntry> failed, boolean givenUp) {
    return failed.stream()
        .filter(each -> each.givenUp() == givenUp)
        .map(each -> each.last().entry().payload().textValue())
        .toList();
  }

  private List<FailedEntry> failed() {
    return stores.outbox().failed(ANN.tenant(), 0, 0, 10).items();
  }

  @Test
  void aMessageForAReceiverOutsideIsDueAtOnceAndNotForPlugins() {
    Claim claim = claimed(newThread());
    stores.runCommit().commit(claim.fence(), telling(notice("hook", "a")));

    assertThat(stores.mailbox().waiting().outbox()).isTrue();
    assertThat(take()).isEmpty();
    List<DueEntry> due = takeOutside();
    assertThat(texts(due)).containsExactly("a");
    assertThat(due.getFirst().attempt()).isEqualTo(1);
    assertThat(takeOutside()).isEmpty();
  }

  @Test
  void messagesOfARunForOneReceiverAreTakenOneByOneAndThoseForAnotherBesideThem() {
    Claim claim = claimed(newThread());
    stores
        .runCommit()
        .commit(
            claim.fence(),
            telling(notice("hook", "a"), notice("hook", "b"), notice("other", "beside")));

    List<DueEntry> due = takeOutside();
    assertThat(texts(due)).containsExactly("a", "beside");
    assertThat(takeOutside()).isEmpty();

    stores.outbox().remove(claim.fence().threadId(), List.of(due.getFirst().entry().id()));
    assertThat(texts(takeOutside())).containsExactly("b");
  }

  @Test
  void whoIsBusyGetsNoMore() {
    stores
        .runCommit()
        .commit(
            claimed(newThread()).fence(), telling(notice("hook", "a"), notice("other", "beside")));

    assertThat(texts(takeOutside("hook"))).containsExactly("beside");
  }

  @Test
  void aFailedMessageHoldsUpTheNextOnesOfItsRunUntilItIsGivenUp() {
    Claim claim = claimed(newThread());
    stores.runCommit().commit(claim.fence(), telling(notice("hook", "a"), notice("hook", "b")));
    DueEntry first = takeOutside().getFirst();

    stores.outbox().postpone(first, Duration.ofHours(1), "answered 503");

    assertThat(takeOutside()).isEmpty();
    assertThat(stores.mailbox().waiting().outbox()).isFalse();
    assertThat(texts(failed(), false)).containsExactly("a");

    stores.outbox().giveUp(first, "answered 410");

    assertThat(texts(failed(), true)).containsExactly("a");
    assertThat(failed().getFirst().failure()).isEqualTo("answered 410");
    assertThat(failed().getFirst().last().attempt()).isEqualTo(1);
    stores.expireEntries();
    assertThat(texts(takeOutside())).containsExactly("b");
  }

  @Test
  void anOperatorRedrivesAFailedMessage() {
    Claim claim = claimed(newThread());
    stores.runCommit().commit(claim.fence(), telling(notice("hook", "a")));
    DueEntry due = takeOutside().getFirst();
    String id = due.entry().id();
    assertThat(stores.outbox().redrive(due.threadId(), id)).isFalse();
    stores.outbox().giveUp(due, "answered 500");

    assertThat(stores.outbox().redrive(newThread(), id)).isFalse();
    assertThat(stores.outbox().redrive(due.threadId(), id)).isTrue();

    assertThat(takeOutside()).extracting(DueEntry::attempt).containsExactly(1);
  }

  @Test
  void failedMessagesAreListedByTenantInPages() {
    Claim claim = claimed(newThread());
    stores.runCommit().commit(claim.fence(), telling(notice("hook", "a"), notice("other", "b")));
    takeOutside().forEach(due -> stores.outbox().giveUp(due, "answered 500"));

    Page<FailedEntry> page = stores.outbox().failed(ANN.tenant(), 0, 0, 1);
    assertThat(texts(page.items(), true)).containsExactly("a");
    long last = page.items().getFirst().place();
    for (var rest :
        List.of(
            stores.outbox().failed(ANN.tenant(), last, 0, 10),
            stores.outbox().failed(ANN.tenant(), 0, 1, 10))) {
      assertThat(texts(rest.items(), true)).containsExactly("b");
      assertThat(rest.total()).isEqualTo(page.total()).isEqualTo(2);
    }
    assertThat(stores.outbox().failed("nobody", 0, 0, 10)).isEqualTo(new Page<>(List.of(), 0));
  }

  @Test
  void aReminderIsDueLaterAndGivesItsPlaceToAMessage() {
    Claim claim = claimed(newThread());
    long hour = Duration.ofHours(1).toMillis();
    var reminder = new OutboxEntry(fresh("reminder"), Kind.REMINDER, "hook", null, hour);
    stores.runCommit().commit(claim.fence(), telling(reminder, notice("hook", "now")));
    assertThat(texts(takeOutside())).containsExactly("now");
    stores.expireEntries();

    DueEntry due =
        takeOutside().stream()
            .filter(each -> each.entry().kind() == Kind.REMINDER)
            .findFirst()
            .orElseThrow();
    assertThat(stores.outbox().replaced(due, List.of(notice("other", "again")))).isTrue();
    assertThat(stores.outbox().replaced(due, List.of(notice("other", "twice")))).isFalse();

    assertThat(texts(takeOutside())).containsExactly("again");
  }

  @Test
  void remindersOfOneReceiverDoNotWaitForEachOther() {
    Fence fence = claimed(newThread()).fence();
    long hour = Duration.ofHours(1).toMillis();
    var last = new OutboxEntry(fresh("remind"), Kind.REMINDER, "hook", TextNode.valueOf("b"), hour);
    var first =
        new OutboxEntry(fresh("escalate"), Kind.REMINDER, "hook", TextNode.valueOf("a"), hour / 2);
    stores.runCommit().commit(fence, telling(last, first));
    assertThat(takeOutside()).isEmpty();
    stores.expireEntries();

    assertThat(texts(takeOutside())).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void whoWasToldOfAQuestionIsToldItsAnswerByTheSameTransaction() {
    Fence fence = claimed(newThread()).fence();
    var told = List.of(new SuspendTicket.Told("hook", null), new SuspendTicket.Told("other", "b"));
    NewSuspension asked = question(fence, "c-1");
    stores.runCommit().park(fence, asks(asked.with(asked.ticket().telling(told))));
    var decision = new Decision("yes", DecisionAction.RESUME, null, null, 1);

    stores.suspensions().decide(asked.key(), asked.argumentsHash(), decision, "ann");
    stores.suspensions().decide(asked.key(), asked.argumentsHash(), decision, "ann");

    assertThat(takeOutside())
        .allMatch(due -> due.entry().payload().path("type").asText().equals("question.answered"))
        .extracting(due -> due.entry().key())
        .containsExactly("hook", "other");
  }

  @Test
  void oldMessagesThatWereGivenUpAreDeleted() {
    Claim claim = claimed(newThread());
    stores.runCommit().commit(claim.fence(), telling(notice("hook", "a"), notice("other", "b")));
    DueEntry due = takeOutside().getFirst();
    stores.outbox().giveUp(due, "answered 500");

    assertThat(stores.outbox().purge(Duration.ofHours(1), 10)).isZero();
    assertThat(stores.outbox().purge(Duration.ofMillis(-1), 10)).isEqualTo(1);
    assertThat(failed()).isEmpty();
  }
}
