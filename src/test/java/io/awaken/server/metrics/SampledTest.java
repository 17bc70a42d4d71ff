package io.awaken.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.SettableClock;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

class SampledTest {

  private static final Duration SCRAPE = Duration.ofSeconds(15);

  private final SettableClock clock = new SettableClock();
  private final ManualExecutor threads = new ManualExecutor();
  private double depth = 7;
  private int queries;
  private final Sampled<Double> sampled = new Sampled<>("depth", this::query, threads, clock);
  private final DoubleSupplier figure = sampled.figure(found -> found);

  @Test
  void withoutScrapesThereAreNoQueries() {
    clock.advance(Duration.ofHours(1));

    assertThat(threads.waiting()).isZero();
    assertThat(queries).isZero();
  }

  @Test
  void aScrapeReturnsThePreviousResult() {
    assertThat(figure.getAsDouble()).isNaN();
    threads.runAll();
    clock.advance(SCRAPE);
    depth = 8;

    assertThat(figure.getAsDouble()).isEqualTo(7);
    threads.runAll();
    clock.advance(SCRAPE);
    assertThat(figure.getAsDouble()).isEqualTo(8);
    assertThat(queries).isEqualTo(2);
  }

  @Test
  void manyFiguresAndScrapesShareOneQuery() {
    DoubleSupplier twice = sampled.figure(found -> 2 * found);
    for (int i = 0; i < 50; i++) {
      figure.getAsDouble();
      twice.getAsDouble();
      threads.runAll();
      clock.advance(Duration.ofMillis(100));
    }

    assertThat(queries).isOne();
    assertThat(twice.getAsDouble()).isEqualTo(14);
    threads.runAll();
    assertThat(queries).isEqualTo(2);
  }

  @Test
  void scrapesDoNotWaitForAHangingDatabaseAndQueryItOnlyOnce() {
    figure.getAsDouble();
    threads.runAll();
    clock.advance(SCRAPE);

    figure.getAsDouble();
    assertThat(figure.getAsDouble()).isEqualTo(7);
    assertThat(threads.waiting()).isOne();
    clock.advance(Duration.ofMinutes(6));
    assertThat(figure.getAsDouble()).isNaN();
    assertThat(threads.waiting()).isOne();
  }

  @Test
  void failedQueriesAreLoggedOnceAndTheFigureIsUnknownUntilOneSucceeds() {
    depth = -1;
    try (var log = new CapturedLog(Sampled.class)) {
      for (int i = 0; i < 3; i++) {
        assertThat(figure.getAsDouble()).isNaN();
        threads.runAll();
        clock.advance(SCRAPE);
      }
      assertThat(queries).isEqualTo(3);
      assertThat(log.warnings()).singleElement().asString().contains("next scrapes");
    }

    depth = 9;
    assertThat(figure.getAsDouble()).isNaN();
    threads.runAll();
    assertThat(figure.getAsDouble()).isEqualTo(9);
  }

  @Test
  void anOldResultIsNotReported() {
    figure.getAsDouble();
    threads.runAll();
    clock.advance(Duration.ofMinutes(6));

    assertThat(figure.getAsDouble()).isNaN();
    threads.runAll();
    assertThat(figure.getAsDouble()).isEqualTo(7);
  }

  @Test
  void aScrapeOfANodeWhoseThreadsHaveEndedDoesNotFail() {
    var ended =
        new Sampled<>(
                "depth",
                this::query,
                task -> {
                  throw new RejectedExecutionException("shut down");
                },
                clock)
            .figure(found -> found);

    assertThat(ended.getAsDouble()).isNaN();
    assertThat(ended.getAsDouble()).isNaN();
  }

  private double query() {
    queries++;
    if (depth < 0) {
      throw new IllegalStateException("the database is away");
    }
    return depth;
  }
}
