package io.awaken.core.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.ThreadStore.Place;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Summaries that a node makes in the background. */
@Rows(153)
class SummariesTest {

  private static final ThreadId T = new ThreadId("t");
  private static final SummaryResult MADE =
      new SummaryResult(
          List.of(), "m", new Place(1, 0), 5_000, new SummaryResult.Base(0, 0), "text", null);

  private final AtomicLong now = new AtomicLong();
  private final List<Runnable> waiting = new ArrayList<>();
  private final Summaries summaries = new Summaries(waiting::add, now::get);

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
    summaries.tidy();
  }

  private void work() {
    List.copyOf(waiting).forEach(Runnable::run);
    waiting.clear();
  }

  @Test
  void aSummaryIsTakenOnceWhenItIsReady() {
    summaries.start(T, stops -> Optional.of(MADE));
    assertThat(summaries.take(T)).isEmpty();

    work();

    assertThat(summaries.take(T)).contains(MADE);
    assertThat(summaries.take(T)).isEmpty();
    assertThat(summaries.idle(T)).isTrue();
  }

  @Test
  void aThreadHasOneSummaryAtATimeAndANodeFew() {
    summaries.start(T, stops -> Optional.of(MADE));
    summaries.start(T, stops -> Optional.empty());
    assertThat(waiting).hasSize(1);
    assertThat(summaries.idle(T)).isFalse();

    for (int i = 0; i < 20; i++) {
      summaries.start(new ThreadId("t" + i), stops -> Optional.of(MADE));
    }

    assertThat(waiting).hasSize(Summaries.AT_ONCE);
    work();
    assertThat(summaries.idle(new ThreadId("other"))).isTrue();
  }

  @Test
  void aSummariserThatExhaustsTheHeapReleasesItsPlace() {
    for (int i = 0; i < Summaries.AT_ONCE; i++) {
      summaries.start(
          new ThreadId("t" + i),
          stops -> {
            throw new OutOfMemoryError("no room");
          });
    }
    work();

    assertThat(summaries.idle(T)).isTrue();
  }

  @Test
  void aThreadWhoseSummariserFailedIsNotRetriedForAMinute() {
    summaries.start(
        T,
        stops -> {
          throw new IllegalStateException("no");
        });
    work();

    assertThat(summaries.take(T)).isEmpty();
    pass(Duration.ofSeconds(59));
    assertThat(summaries.idle(T)).isFalse();
    pass(Duration.ofSeconds(2));
    assertThat(summaries.idle(T)).isTrue();
  }

  @Test
  @Rows(1175)
  void outcomesOfSummariesAreCounted() {
    summaries.start(T, stops -> Optional.of(MADE));
    summaries.start(new ThreadId("short"), stops -> Optional.empty());
    summaries.start(
        new ThreadId("broken"),
        stops -> {
          throw new IllegalStateException("no");
        });
    work();

    assertThat(summaries.counts()).isEqualTo(new Summaries.Counts(1, 1, 1));
  }

  @Test
  @Rows(1175)
  void aSummaryThatTheEndOfTheNodeStopsIsNoFailure() {
    summaries.start(
        T,
        stops -> {
          stops.throwIfCancelled();
          return Optional.of(MADE);
        });
    summaries.close();
    work();

    assertThat(summaries.counts()).isEqualTo(new Summaries.Counts(0, 0, 0));
  }

  @Test
  void aNodeWithoutThreadsContinues() {
    var full =
        new Summaries(
            task -> {
              throw new RejectedExecutionException("full");
            },
            now::get);

    full.start(T, stops -> Optional.of(MADE));

    assertThat(full.take(T)).isEmpty();
    assertThat(full.idle(new ThreadId("other"))).isTrue();
  }

  @Test
  void anOverdueSummaryIsStopped() {
    var stopped = new ArrayList<CancellationToken.Reason>();
    summaries.start(
        T,
        stops -> {
          pass(Summaries.LIMIT);
          assertThat(stops.isCancelled()).isFalse();
          pass(Duration.ofSeconds(1));
          stopped.add(stops.reason());
          stops.throwIfCancelled();
          return Optional.of(MADE);
        });
    work();

    assertThat(stopped).containsExactly(CancellationToken.Reason.OVERDUE);
    assertThat(summaries.take(T)).isEmpty();
  }

  @Test
  void anUnusedSummaryIsDropped() {
    summaries.start(T, stops -> Optional.of(MADE));
    work();

    pass(Summaries.KEPT.plusSeconds(1));

    assertThat(summaries.take(T)).isEmpty();
    assertThat(summaries.idle(T)).isTrue();
  }

  @Test
  void aStoppingNodeEndsAllSummaries() {
    var stopped = new ArrayList<CancellationToken.Reason>();
    summaries.start(
        T,
        stops -> {
          summaries.close();
          stopped.add(stops.reason());
          stops.throwIfCancelled();
          return Optional.of(MADE);
        });
    work();
    summaries.start(new ThreadId("u"), stops -> Optional.of(MADE));

    assertThat(stopped).containsExactly(CancellationToken.Reason.DRAINING);
    assertThat(waiting).isEmpty();
    assertThat(summaries.take(T)).isEmpty();
  }
}
