package io.awaken.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.context.Summaries;
import io.awaken.core.model.CircuitBreakerConfig;
import io.awaken.core.model.CircuitBreakers;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.observe.RunObserver.Next;
import io.awaken.core.observe.RunObserver.Recovery;
import io.awaken.fixture.Rows;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The metrics of failing models. */
@Rows(1175)
class ModelMetricsTest {

  private final RuntimeMetrics metrics = new RuntimeMetrics();
  private final RunMetrics observer = new RunMetrics(metrics, System::nanoTime);
  private Summaries.Counts summaries = new Summaries.Counts(0, 0, 0);

  /** The points of a counter, each under the values of its labels. */
  private Map<String, Double> counts(String name) {
    var counts = new TreeMap<String, Double>();
    metrics.scrape().stream()
        .filter(figure -> figure.getMetadata().getName().equals(name))
        .flatMap(figure -> ((CounterSnapshot) figure).getDataPoints().stream())
        .forEach(
            point ->
                counts.put(
                    String.join(
                        " ", point.getLabels().stream().map(label -> label.getValue()).toList()),
                    point.getValue()));
    return counts;
  }

  @Test
  void aRetriedCallIsCountedByFailureAndTarget() {
    observer.modelRetried(Kind.OVERLOADED.code(), Next.SAME_MODEL);
    observer.modelRetried(Kind.OVERLOADED.code(), Next.SAME_MODEL);
    observer.modelRetried(Kind.UNAUTHORIZED.code(), Next.OTHER_MODEL);
    observer.modelRetried(Kind.RATE_LIMITED.code(), Next.LATER);

    assertThat(counts("awaken_model_retries"))
        .containsAllEntriesOf(
            Map.of(
                "overloaded same_model", 2.0,
                "overloaded other_model", 0.0,
                "unauthorized other_model", 1.0,
                "rate_limited later", 1.0));
  }

  @Test
  void everyRecoveryExistsFromTheStart() {
    observer.answerBroken(Recovery.CONTINUED);

    assertThat(counts("awaken_model_recoveries"))
        .isEqualTo(
            Map.of(
                "continued",
                1.0,
                "calls_made",
                0.0,
                "call_cut",
                0.0,
                "restarted",
                0.0,
                "failed",
                0.0));
  }

  @Test
  void summariesAndBreakersAreReadFromTheNode() {
    metrics.watch(new CircuitBreakers(CircuitBreakerConfig.DEFAULT, () -> 0));
    metrics.watchSummaries(() -> summaries);
    summaries = new Summaries.Counts(3, 1, 2);

    assertThat(counts("awaken_summaries"))
        .isEqualTo(Map.of("made", 3.0, "unneeded", 1.0, "failed", 2.0));
    assertThat(counts("awaken_model_breaker_openings")).isEqualTo(Map.of("", 0.0));
  }
}
