package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.ThreadQuery;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadStore.Deleted;
import io.awaken.core.store.thread.ThreadStore.UnfinishedRun;
import io.awaken.core.store.thread.ThreadSummary;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Deleted threads. */
public abstract class ThreadDeleteContract extends SuspendingContract {

  private static final ThreadQuery THREADS =
      new ThreadQuery(new ThreadQuery.Filter(ANN.tenant(), null, null, null, false), null, 0, 100);
  private static final RunQuery RUNS =
      new RunQuery(new RunQuery.Filter(ANN.tenant(), null, null, null, null, null), null, 0, 100);

  @Test
  @Rows(160)
  void nothingIsLeftOfADeletedThreadAndItsNameIsFreeAgain() {
    var fence = waiting(newThread(), "c");
    var id = fence.threadId();
    steered(fence);
    stores.runs().cancel(fence.runId(), ANN);
    stores.threads().unfinished(List.of(id), 9).forEach(run -> cancel(run.runId()));

    assertThat(delete(id)).isEqualTo(Deleted.DELETED);

    assertThat(stores.threads().find(id)).isEmpty();
    assertThat(stores.threads().history(id)).isEmpty();
    assertThat(stores.threads().messages(MessageQuery.of(id, 9)).total()).isZero();
    assertThat(stores.runs().find(fence.runId())).isEmpty();
    assertThat(stores.runs().calls(fence.runId())).isEmpty();
    assertThat(stores.events().read(fence.runId(), 0, 9)).isEmpty();
    assertThat(stores.suspensions().ofRun(fence.runId())).isEmpty();
    assertThat(stores.mailbox().due(9)).isEmpty();
    assertThat(stores.runs().cancel(fence.runId(), ANN)).isEqualTo(CancelResult.NOT_FOUND);
    assertThat(delete(id)).isEqualTo(Deleted.NOT_FOUND);
    var again = claimed(id);
    assertThat(again.fence().messageCount()).isEqualTo(1);
    assertThat(stores.threads().find(id).orElseThrow().messageCount()).isEqualTo(1);
  }

  /** More rows than one transaction deletes. */
  @Test
  void nothingIsToBeSeenOfALongThreadWhileItsRowsAreRemoved() {
    var asked = waiting(newThread(), "c");
    var id = asked.threadId();
    stores.runs().cancel(asked.runId(), ANN);
    var child = made(ANN, id);
    var talked = talked(id, 2_500);

    assertThat(delete(id)).isEqualTo(Deleted.DELETED);

    assertGone(id, asked.runId());
    assertGone(id, talked);
    assertThat(stores.threads().find(child).orElseThrow().parentThreadId()).isNull();
    assertThat(stores.threads().hasChildren(id)).isFalse();
    boolean more = true;
    while (more) {
      more = stores.threads().removeDeleted(1_000);
      assertGone(id, asked.runId());
    }
    assertThat(stores.threads().create(id, ANN, null, null, null).messageCount()).isZero();
    assertThat(stores.threads().history(id)).isEmpty();
  }

  /** A store that deletes at once has nothing to remove. */
  @Test
  void anIdIsTakenUntilTheRowsOfItsDeletedThreadAreRemoved() {
    var id = newThread();
    talked(id, 4_500);
    assertThat(delete(id)).isEqualTo(Deleted.DELETED);

    if (stores.threads().removeDeleted(1_000)) {
      assertThatThrownBy(() -> claimed(id)).isInstanceOf(ThreadStore.BeingDeleted.class);
      assertThatThrownBy(() -> stores.threads().create(id, ANN, null, null, null))
          .isInstanceOf(ThreadStore.BeingDeleted.class);
    }
    boolean more = true;
    while (more) {
      more = stores.threads().removeDeleted(1_000);
    }

    var again = claimed(id);
    assertThat(again.fence().messageCount()).isEqualTo(1);
    assertThat(stores.threads().history(id)).hasSize(1);
  }

  private void assertGone(ThreadId id, RunId run) {
    assertThat(stores.threads().find(id)).isEmpty();
    assertThat(stores.threads().history(id)).isEmpty();
    assertThat(stores.threads().messages(MessageQuery.of(id, 9)).total()).isZero();
    assertThat(stores.threads().list(THREADS).items())
        .extracting(ThreadSummary::id)
        .doesNotContain(id);
    assertThat(stores.runs().find(run)).isEmpty();
    assertThat(stores.runs().calls(run)).isEmpty();
    assertThat(stores.runs().list(RUNS).items()).extracting(RunRecord::threadId).doesNotContain(id);
    assertThat(stores.runs().cancel(run, ANN)).isEqualTo(CancelResult.NOT_FOUND);
    assertThat(stores.events().read(run, 0, 9)).isEmpty();
    assertThat(stores.events().view(run, Cursor.START, 9)).isEmpty();
    assertThat(stores.events().view(id, ThreadPosition.START, 9)).isEmpty();
    assertThat(stores.suspensions().ofRun(run)).isEmpty();
    assertThat(stores.suspensions().openOf(List.of(run))).isEmpty();
    assertThat(stores.mailbox().due(9)).isEmpty();
    assertThat(delete(id)).isEqualTo(Deleted.NOT_FOUND);
  }

  /** A run that is done and has left so many messages. */
  private RunId talked(ThreadId id, int messages) {
    var many =
        IntStream.range(0, messages).mapToObj(i -> Message.user("m" + i, "message " + i)).toList();
    var one = submission(id, newToken());
    var submission =
        new Submission(one.runId(), id, one.jobId(), one.agentId(), ANN, null, many, one.claim());
    var claim = ((SubmitResult.Claimed) stores.mailbox().submit(submission)).claim();
    finish(claim);
    return claim.runId();
  }

  @Test
  void otherThreadsStayAsTheyAre() {
    var kept = claimed(newThread());
    stores.runCommit().commit(kept.fence(), step(said(kept.fence(), 1, 3)));
    var gone = claimed(newThread());
    finish(gone);

    assertThat(delete(gone.fence().threadId())).isEqualTo(Deleted.DELETED);

    assertThat(stores.threads().history(kept.fence().threadId())).hasSize(1);
    assertThat(stores.runs().find(kept.runId())).isPresent();
    assertThat(stores.events().read(kept.runId(), 0, 9)).hasSize(1);
  }

  @Test
  void aThreadWhoseRunIsNotDoneIsKept() {
    var executing = claimed(newThread());
    var waiting = waiting(newThread(), "c");
    var queued = queued(newThread());

    assertBusy(executing.fence().threadId(), executing.runId());
    assertBusy(waiting.threadId(), waiting.runId());
    assertBusy(queued.threadId(), queued.runId());
  }

  @Test
  void runsThatAreNotDoneAreToldWithTheQueuedOnesFirst() {
    var open = claimed(newThread());
    var id = open.fence().threadId();
    var behind = queued(id);
    var elsewhere = queued(newThread());

    assertThat(unfinished(9, id)).containsExactly(behind.runId(), open.runId());
    assertThat(unfinished(1, id)).containsExactly(behind.runId());
    assertThat(unfinished(9, id, elsewhere.threadId()))
        .containsExactlyInAnyOrder(behind.runId(), open.runId(), elsewhere.runId());
    finish(open);
    cancel(behind.runId());
    assertThat(unfinished(9, id)).isEmpty();
  }

  @Test
  void onlyWhoSeesAThreadDeletesIt() {
    var id = made(ANN, null);

    assertThat(stores.threads().delete(id, STRANGER, false)).isEqualTo(Deleted.NOT_FOUND);
    assertThat(stores.threads().delete(id, ANONYMOUS, false)).isEqualTo(Deleted.NOT_FOUND);
    assertThat(stores.threads().delete(newThread(), ANN, false)).isEqualTo(Deleted.NOT_FOUND);
    assertThat(stores.threads().delete(id, COLLEAGUE, false)).isEqualTo(Deleted.NOT_FOUND);
    assertThat(stores.threads().delete(id, ANN, false)).isEqualTo(Deleted.DELETED);
  }

  @Test
  void threadsThatComeFromADeletedOneComeFromNone() {
    var parent = made(ANN, null);
    var child = made(ANN, parent);

    assertThat(stores.threads().delete(parent, ANN, true)).isEqualTo(Deleted.HAS_CHILDREN);
    assertThat(stores.threads().find(parent)).isPresent();
    assertThat(delete(parent)).isEqualTo(Deleted.DELETED);
    assertThat(stores.threads().find(child).orElseThrow().parentThreadId()).isNull();
    assertThat(stores.threads().delete(child, ANN, true)).isEqualTo(Deleted.DELETED);
  }

  @Test
  void whoHasChildrenIsKnownWithoutLookingAtWhoSeesThem() {
    var parent = made(ANONYMOUS, null);
    var child = made(ANN, parent);

    assertThat(stores.threads().children(List.of(parent), ANONYMOUS, 9)).isEmpty();
    assertThat(stores.threads().hasChildren(parent)).isTrue();
    assertThat(stores.threads().hasChildren(child)).isFalse();
  }

  @Test
  void anOwnerWhoLostItsClaimBringsNothingBackToLife() {
    var lost = claimed(newThread());
    var id = lost.fence().threadId();
    stores.expireLeases();
    stores.mailbox().reclaimExpired(9);
    cancel(lost.runId());
    assertThat(delete(id)).isEqualTo(Deleted.DELETED);

    var answer = step(said(lost.fence(), 1, 2), answer(lost.fence(), "too late"));
    assertThatThrownBy(() -> stores.runCommit().commit(lost.fence(), answer))
        .isInstanceOf(StaleFence.class);
    assertThatThrownBy(() -> stores.runCommit().park(lost.fence(), answer))
        .isInstanceOf(StaleFence.class);
    assertThatThrownBy(() -> stores.runCommit().finish(lost.fence(), answer, ANSWERED))
        .isInstanceOf(StaleFence.class);
    stores.mailbox().release(lost.fence());

    assertThat(stores.threads().find(id)).isEmpty();
    assertThat(stores.threads().history(id)).isEmpty();
    assertThat(stores.runs().find(lost.runId())).isEmpty();
    assertThat(stores.events().read(lost.runId(), 0, 9)).isEmpty();
    assertThat(stores.mailbox().due(9)).isEmpty();
  }

  @Test
  void aSubmissionAndADeletionAtOnceLeaveAWholeThreadOrNone() throws Exception {
    for (int round = 0; round < 10; round++) {
      var id = made(ANN, null);
      var submission = submission(id, newToken());
      var turn = new AtomicInteger();
      race(
          2,
          () ->
              turn.getAndIncrement() == 0
                  ? delete(id)
                  : stores.mailbox().submit(submission).getClass());
      assertThat(stores.runs().find(submission.runId())).isPresent();
      var thread = stores.threads().find(id).orElseThrow();
      assertThat(thread.openRunId()).isEqualTo(submission.runId());
      assertThat(stores.threads().history(id)).hasSize(1);
      assertThat(thread.messageCount()).isEqualTo(1);
    }
  }

  @Test
  void whoeverDecidesOrCancelsDuringADeletionIsToldThatThereIsNothingLeft() throws Exception {
    for (int round = 0; round < 10; round++) {
      var fence = waiting(newThread(), "c");
      var turn = new AtomicInteger();
      var told =
          race(
              3,
              () ->
                  switch (turn.getAndIncrement()) {
                    case 0 -> decide(fence, "c").taken();
                    case 1 -> stores.runs().cancel(fence.runId(), ANN);
                    default -> {
                      stores.runs().cancel(fence.runId(), ANN);
                      yield delete(fence.threadId());
                    }
                  });
      assertThat(told).contains(Deleted.DELETED);
      assertThat(stores.threads().find(fence.threadId())).isEmpty();
      assertThat(stores.runs().find(fence.runId())).isEmpty();
      assertThat(stores.suspensions().ofRun(fence.runId())).isEmpty();
      assertThat(stores.mailbox().due(9)).isEmpty();
    }
  }

  private ThreadId made(Caller owner, ThreadId parent) {
    return stores.threads().create(newThread(), owner, null, null, parent).id();
  }

  private Deleted delete(ThreadId id) {
    return stores.threads().delete(id, ANN, false);
  }

  private void cancel(RunId run) {
    assertThat(stores.runs().cancel(run, ANN)).isEqualTo(CancelResult.ENDED);
  }

  private List<RunId> unfinished(int limit, ThreadId... threads) {
    return stores.threads().unfinished(List.of(threads), limit).stream()
        .map(UnfinishedRun::runId)
        .toList();
  }

  private void assertBusy(ThreadId id, RunId run) {
    assertThat(delete(id)).isEqualTo(Deleted.BUSY);
    assertThat(stores.threads().find(id)).isPresent();
    assertThat(unfinished(9, id)).containsExactly(run);
  }
}
