package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.RunLogView;
import io.awaken.core.store.event.RunLogView.Standing;
import io.awaken.core.store.event.ThreadLogView;
import io.awaken.core.store.event.ThreadLogView.OpenRun;
import io.awaken.core.store.event.ThreadLogView.Placed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What readers of runs and threads ask in one query. */
public abstract class LogViewContract extends SuspendingContract {

  private RunLogView view(RunId run, long epoch, long sequence, int limit) {
    return stores.events().view(run, new Cursor(epoch, sequence), limit).orElseThrow();
  }

  private ThreadLogView view(ThreadId thread, ThreadPosition behind, int limit) {
    return stores.events().view(thread, behind, limit).orElseThrow();
  }

  private static List<Long> lastOfEach(List<Segment> page) {
    return page.stream().map(Segment::lastSequence).toList();
  }

  private static List<String> said(ThreadLogView view) {
    return view.page().stream()
        .map(placed -> placed.runId().value() + " " + placed.segment().lastSequence())
        .toList();
  }

  private static String said(Fence fence, long last) {
    return fence.runId().value() + " " + last;
  }

  @Test
  void whatNobodyKnowsIsNotThere() {
    assertThat(stores.events().view(new RunId(fresh("run")), Cursor.START, 10)).isEmpty();
    assertThat(stores.events().view(newThread(), ThreadPosition.START, 10)).isEmpty();
  }

  @Test
  void aLookThatWantsNoPageGetsNoneAndHearsOfNoOther() {
    var fence = claimed(newThread()).fence();
    for (long committed : new long[] {0, 2}) {
      RunLogView run = view(fence.runId(), 1, 0, 0);
      assertThat(run.page()).isEmpty();
      assertThat(run.more()).isFalse();
      assertThat(run.committed()).isEqualTo(committed);
      ThreadLogView thread = view(fence.threadId(), ThreadPosition.START, 0);
      assertThat(thread.page()).isEmpty();
      assertThat(thread.more()).isFalse();
      assertThat(thread.last() > 0).isEqualTo(committed > 0);
      if (committed == 0) {
        fence = stores.runCommit().commit(fence, step(said(fence, 1, 2)));
      }
    }
  }

  @Test
  void aLookAtARunSaysWhoseItIsAndBringsAPage() {
    var fence = claimed(newThread()).fence();
    for (long first = 1; first <= 7; first += 3) {
      fence = stores.runCommit().commit(fence, step(said(fence, first, first + 2)));
    }

    RunLogView view = view(fence.runId(), 1, 2, 2);

    assertThat(view.threadId()).isEqualTo(fence.threadId());
    assertThat(view.thread()).isEqualTo(new ThreadAccess("acme", "ann", Sharing.TENANT));
    assertThat(view.subject()).isEqualTo(ANN.subject());
    assertThat(view.threadEpoch()).isEqualTo(fence.epoch());
    assertThat(view.floor()).isEqualTo(Cursor.START);
    assertThat(view.committed()).isEqualTo(9);
    assertThat(lastOfEach(view.page())).containsExactly(3L, 6L);
    assertThat(view.page().getFirst().eventsAfter(0)).isEqualTo(said(fence, 1, 3).eventsAfter(0));
    assertThat(view.more()).isTrue();
    assertThat(view(fence.runId(), 1, 2, 3).more()).isFalse();
    assertThat(view(fence.runId(), 1, 9, 3).page()).isEmpty();
  }

  @Test
  void aRunRestsWhileItWaitsAndWhenItIsDone() {
    var fence = claimed(newThread()).fence();
    assertThat(view(fence.runId(), 0, 0, 1).settled()).isFalse();
    stores.runCommit().park(fence, asks(question(fence, "c-1"), ofBatch(fence, "c-2")));
    assertThat(view(fence.runId(), 0, 0, 1).settled()).isTrue();

    decide(fence, "c-2");
    assertThat(view(fence.runId(), 0, 0, 1).settled()).isTrue();
    decide(fence, "c-1");
    assertThat(view(fence.runId(), 0, 0, 1).settled()).isFalse();

    stores.runs().cancel(fence.runId(), ANN);
    assertThat(view(fence.runId(), 0, 0, 1).settled()).isTrue();
  }

  @Test
  void whatBecameOfACursorIsKnownForEachEpoch() {
    var first = claimed(newThread());
    stores.runCommit().commit(first.fence(), step(said(first.fence(), 1, 4)));
    assertThat(view(first.runId(), 1, 4, 9).standing(at(1, 4), false))
        .isEqualTo(Standing.COMMITTED);
    assertThat(view(first.runId(), 1, 6, 9).standing(at(1, 6), false)).isEqualTo(Standing.OPEN);
    stores.expireLeases();
    stores.mailbox().reclaimExpired(10);
    var second = claimDue();
    stores.runCommit().commit(second.fence(), step(said(second.fence(), 5, 9)));

    RunLogView view = view(first.runId(), 1, 6, 9);
    assertThat(view.committedUnder()).isEqualTo(4);
    assertThat(view.standing(at(1, 6), false)).isEqualTo(Standing.LOST);
    assertThat(view(first.runId(), 2, 6, 9).standing(at(2, 6), false))
        .isEqualTo(Standing.COMMITTED);
  }

  private static Cursor at(long epoch, long sequence) {
    return new Cursor(epoch, sequence);
  }

  @Test
  void theCommitsOfAThreadComeInTheOrderInWhichTheyHappened() {
    var thread = newThread();
    var first = claimed(thread).fence();
    var behind = queued(thread);
    first = stores.runCommit().commit(first, step(said(first, 1, 3)));
    stores.runs().cancel(behind.runId(), ANN);
    stores.runCommit().finish(first, step(said(first, 4, 5)), ANSWERED);
    var second = claimed(thread).fence();
    stores.runCommit().commit(second, step(said(second, 1, 2)));

    ThreadLogView all = view(thread, ThreadPosition.START, 10);
    assertThat(said(all))
        .containsExactly(
            said(first, 3), behind.runId().value() + " 2", said(first, 5), said(second, 2));
    assertThat(all.page()).isSortedAccordingTo((a, b) -> Long.compare(a.place(), b.place()));
    assertThat(all.origin().access()).isEqualTo(new ThreadAccess("acme", "ann", Sharing.TENANT));
    assertThat(all.page()).allMatch(placed -> placed.subject().equals(ANN.subject()));
    assertThat(all.last()).isEqualTo(all.page().getLast().place());
    assertThat(all.more()).isFalse();
  }

  @Test
  void aThreadIsPagedFromAnyPlace() {
    var thread = newThread();
    var fence = claimed(thread).fence();
    for (long first = 1; first <= 9; first += 2) {
      fence = stores.runCommit().commit(fence, step(said(fence, first, first + 1)));
    }

    List<String> paged = new ArrayList<>();
    var at = ThreadPosition.START;
    ThreadLogView page;
    do {
      page = view(thread, at, 2);
      paged.addAll(said(page));
      at = ThreadPosition.at(page.page().getLast().place());
    } while (page.more());
    assertThat(paged).hasSize(5).isEqualTo(said(view(thread, ThreadPosition.START, 10)));
    assertThat(view(thread, at, 2).page()).isEmpty();
  }

  @Test
  void ofTheRunThatAReaderKnowsFurtherWhatItHasIsLeftOut() {
    var thread = newThread();
    var fence = claimed(thread).fence();
    var behind = queued(thread);
    fence = stores.runCommit().commit(fence, step(said(fence, 1, 3)));
    stores.runs().cancel(behind.runId(), ANN);
    stores.runCommit().commit(fence, step(said(fence, 4, 6)));

    var has = ThreadPosition.START.within(fence.runId(), new Cursor(1, 4));
    assertThat(said(view(thread, has, 10)))
        .containsExactly(behind.runId().value() + " 2", said(fence, 6));
    var whole = ThreadPosition.START.within(fence.runId(), new Cursor(1, 6));
    assertThat(said(view(thread, whole, 10))).containsExactly(behind.runId().value() + " 2");
  }

  @Test
  void aThreadKnowsTheRunThatKeepsItAndWhereNowIs() {
    var thread = newThread();
    var fence = claimed(thread).fence();
    assertThat(view(thread, ThreadPosition.START, 1).open())
        .isEqualTo(new OpenRun(fence.runId(), ANN.subject(), true, Cursor.START));
    fence = stores.runCommit().commit(fence, step(said(fence, 1, 3)));

    ThreadLogView executing = view(thread, ThreadPosition.START, 1);
    Placed last = executing.page().getLast();
    assertThat(executing.now(ANN))
        .isEqualTo(ThreadPosition.at(last.place()).within(fence.runId(), new Cursor(1, 3)));
    assertThat(view(thread, executing.now(ANN), 1).page()).isEmpty();
    assertThat(executing.now(Caller.ANONYMOUS)).isEqualTo(ThreadPosition.at(last.place()));

    stores.runCommit().park(fence, asks(question(fence, "c-1")));
    assertThat(view(thread, ThreadPosition.START, 1).open().executing()).isFalse();
    stores.runs().cancel(fence.runId(), ANN);
    ThreadLogView idle = view(thread, ThreadPosition.START, 10);
    assertThat(idle.open()).isNull();
    assertThat(idle.now(ANN)).isEqualTo(ThreadPosition.at(idle.page().getLast().place()));
  }

  @Test
  void commitsOfManyRunsAtOnceKeepTheirOrderInEachThread() throws Exception {
    race(
        8,
        () -> {
          var fence = claimed(newThread()).fence();
          for (long sequence = 1; sequence <= 10; sequence++) {
            fence = stores.runCommit().commit(fence, step(said(fence, sequence, sequence)));
          }
          assertThat(view(fence.threadId(), ThreadPosition.START, 20).page())
              .extracting(placed -> placed.segment().lastSequence())
              .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
          return fence;
        });
  }
}
