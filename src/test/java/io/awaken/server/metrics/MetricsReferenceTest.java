package io.awaken.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.context.Summaries;
import io.awaken.core.model.CircuitBreakerConfig;
import io.awaken.core.model.CircuitBreakers;
import io.awaken.core.phase.EffectDispatchReport;
import io.awaken.core.store.job.QueueWatch;
import io.awaken.fixture.DocumentedMetrics;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every metric is in {@code docs/operations.md}. */
@Rows(229)
class MetricsReferenceTest {

  private static final QueueWatch EMPTY =
      new QueueWatch() {
        @Override
        public Optional<Due> nextDue() {
          return Optional.empty();
        }

        @Override
        public Figures figures() {
          return new Figures(0, 0, Duration.ZERO, Duration.ZERO);
        }
      };

  @Test
  void everyMetricIsDocumented() throws Exception {
    var metrics = new RuntimeMetrics();
    metrics.watch(EMPTY, Runnable::run, new SettableClock());
    metrics.watch(() -> new EffectDispatchReport(0, 0, List.of()));
    metrics.watch(new CircuitBreakers(CircuitBreakerConfig.DEFAULT, () -> 0));
    metrics.watchSummaries(() -> new Summaries.Counts(0, 0, 0));

    assertThat(metrics.scrape().stream().map(MetricsReferenceTest::name))
        .isNotEmpty()
        .isSubsetOf(DocumentedMetrics.read().names());
  }

  /** Names as in the text form: counters have a suffix there. */
  private static String name(MetricSnapshot figure) {
    String name = figure.getMetadata().getName();
    boolean counts = figure instanceof CounterSnapshot;
    return counts ? name + "_total" : name;
  }
}
