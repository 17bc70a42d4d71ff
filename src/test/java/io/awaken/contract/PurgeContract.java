package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.EventLog.Purged;
import io.awaken.core.store.event.RunLogView;
import io.awaken.core.store.event.ThreadLogView;
import io.awaken.fixture.Failures;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Retention: what it deletes, what it leaves, and what readers are told of it. */
public abstract class PurgeContract extends SuspendingContract {

  private static final Duration KEEP = Duration.ofDays(7);
  private static final Duration LONGER = Duration.ofDays(8);

  private Fence finished(ThreadId thread, int commits) {
    var fence = claimed(thread).fence();
    for (long sequence = 1; sequence < commits; sequence++) {
      fence = stores.runCommit().commit(fence, step(said(fence, sequence, sequence)));
    }
    stores.runCommit().finish(fence, step(said(fence, commits, commits)), ANSWERED);
    return fence;
  }

  private RunLogView view(RunId run) {
    return stores.events().view(run, Cursor.START, 100).orElseThrow();
  }

  private ThreadLogView view(ThreadId thread) {
    return stores.events().view(thread, ThreadPosition.START, 100).orElseThrow();
  }

  private Purged purge(int limit) {
    return stores.events().purge(KEEP, limit);
  }

  @Test
  @Failures("F39")
  void eventsOfARunThatEndedLongAgoGoAndUpToWhereIsKnown() {
    var old = finished(newThread(), 3);
    stores.age(LONGER);
    var young = finished(newThread(), 2);

    assertThat(purge(100)).isEqualTo(new Purged(3, false));

    RunLogView gone = view(old.runId());
    assertThat(gone.page()).isEmpty();
    assertThat(gone.floor()).isEqualTo(new Cursor(1, 3));
    assertThat(gone.committed()).isEqualTo(3);
    assertThat(gone.expired(Cursor.START)).isTrue();
    assertThat(gone.expired(new Cursor(1, 2))).isTrue();
    assertThat(gone.expired(new Cursor(0, 3))).isTrue();
    assertThat(gone.expired(new Cursor(1, 3))).isFalse();
    var end = new Cursor(1, 3);
    assertThat(stores.events().view(old.runId(), end, 1).orElseThrow().nothingFollows(end))
        .isTrue();
    assertThat(view(young.runId()).page()).hasSize(2);
    assertThat(view(young.runId()).expired(Cursor.START)).isFalse();
    assertThat(purge(100)).isEqualTo(new Purged(0, false));
  }

  @Test
  void theRunItselfAndItsMessagesStay() {
    var old = finished(newThread(), 1);
    stores.age(LONGER);
    purge(100);

    assertThat(stores.runs().find(old.runId())).isPresent();
    assertThat(stores.threads().history(old.threadId())).isNotEmpty();
    assertThat(finished(old.threadId(), 2).epoch()).isEqualTo(2);
  }

  @Test
  void ofARunThatIsNotDoneEveryEventStaysHoweverOldItIs() {
    var executing = claimed(newThread()).fence();
    executing = stores.runCommit().commit(executing, step(said(executing, 1, 5)));
    var waiting = waiting(newThread(), "c-1");
    var before = view(waiting.runId());
    stores.age(LONGER);

    assertThat(purge(100).segments()).isZero();

    assertThat(view(executing.runId()).page()).hasSize(1);
    assertThat(view(waiting.runId())).isEqualTo(before);
    stores.runCommit().finish(executing, step(said(executing, 6, 6)), ANSWERED);
    assertThat(view(executing.runId()).committed()).isEqualTo(6);
  }

  @Test
  void aRunThatIsLongWaitedForIsCountedFromItsEnd() {
    var fence = claimed(newThread()).fence();
    stores.age(LONGER);
    stores.runCommit().finish(fence, step(said(fence, 1, 5)), ANSWERED);

    assertThat(purge(100).segments()).isZero();

    stores.age(LONGER);
    assertThat(purge(100).segments()).isEqualTo(1);
  }

  @Test
  void aPageDeletesNoMoreThanItMayAndSaysSo() {
    var runs =
        List.of(finished(newThread(), 3), finished(newThread(), 3), finished(newThread(), 1));
    stores.age(LONGER);

    assertThat(purge(4)).isEqualTo(new Purged(4, true));

    assertThat(runs).extracting(run -> view(run.runId()).page().size()).contains(2);
    runs.forEach(
        run -> {
          RunLogView view = view(run.runId());
          assertThat(view.floor().sequence() + view.page().size()).isEqualTo(view.committed());
        });
    assertThat(purge(4)).isEqualTo(new Purged(3, false));
    assertThat(runs).allSatisfy(run -> assertThat(view(run.runId()).page()).isEmpty());
  }

  @Test
  @Failures("F39")
  void aThreadKnowsUpToWhereItsCommitsAreGone() {
    var thread = newThread();
    finished(thread, 2);
    long gone = view(thread).last();
    stores.age(LONGER);
    var young = finished(thread, 2);

    purge(100);

    ThreadLogView view = view(thread);
    assertThat(view.floor()).isEqualTo(gone);
    assertThat(view.expired(ThreadPosition.START)).isTrue();
    assertThat(view.expired(ThreadPosition.at(gone))).isFalse();
    assertThat(view.page()).hasSize(2).allMatch(placed -> placed.runId().equals(young.runId()));

    stores.age(LONGER);
    purge(100);
    assertThat(view(thread).page()).isEmpty();
    assertThat(view(thread).now(ANN)).isEqualTo(ThreadPosition.at(view(thread).floor()));
  }

  @Test
  @Failures("F39")
  void whatStandsBehindARunThatIsKeptStaysWithIt() {
    var thread = newThread();
    var gone = finished(thread, 1);
    var fence = claimed(thread).fence();
    var behind = queued(thread);
    fence = stores.runCommit().commit(fence, step(said(fence, 1, 1)));
    stores.runs().cancel(behind.runId(), ANN);
    fence = stores.runCommit().commit(fence, step(said(fence, 2, 2)));
    var other = finished(newThread(), 1);
    stores.age(LONGER);

    assertThat(purge(100)).isEqualTo(new Purged(2, false));

    assertThat(view(gone.runId()).page()).isEmpty();
    assertThat(view(other.runId()).page()).isEmpty();
    assertThat(view(thread).page()).hasSize(3);
    long first = view(thread).page().getFirst().place();
    assertThat(view(thread).floor()).isLessThan(first);
    assertThat(view(behind.runId()).page()).hasSize(1);

    stores.runCommit().finish(fence, step(said(fence, 3, 3)), ANSWERED);
    assertThat(purge(100).segments()).isZero();
    stores.age(LONGER);
    assertThat(purge(100).segments()).isEqualTo(4);
    assertThat(view(thread).page()).isEmpty();
  }

  @Test
  void nodesThatPurgeAtOnceDeleteEachSegmentOnce() throws Exception {
    var thread = newThread();
    for (int i = 0; i < 10; i++) {
      finished(thread, 3);
      finished(newThread(), 3);
    }
    stores.age(LONGER);

    List<Integer> deleted = race(4, () -> purge(1000).segments());

    assertThat(deleted.stream().mapToInt(Integer::intValue).sum()).isEqualTo(60);
    assertThat(view(thread).page()).isEmpty();
    assertThat(purge(1000)).isEqualTo(new Purged(0, false));
  }
}
