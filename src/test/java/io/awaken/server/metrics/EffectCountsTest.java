package io.awaken.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.phase.EffectDispatchReport;
import io.awaken.fixture.Rows;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Both counters exist from the start, so that alarms can be set. */
@Rows(97)
class EffectCountsTest {

  private final RuntimeMetrics metrics = new RuntimeMetrics();
  private EffectDispatchReport report = new EffectDispatchReport(0, 0, List.of());

  @Test
  void bothOutcomesExistFromTheStartAndAreCounted() {
    metrics.watch(() -> report);
    assertThat(counts()).isEqualTo(Map.of("done", 0.0, "failed", 0.0));

    report = new EffectDispatchReport(5, 2, List.of("tell: IOException", "tell: IOException"));

    assertThat(counts()).isEqualTo(Map.of("done", 3.0, "failed", 2.0));
  }

  private Map<String, Double> counts() {
    return metrics.scrape().stream()
        .filter(figure -> figure.getMetadata().getName().equals("awaken_effects"))
        .flatMap(figure -> ((CounterSnapshot) figure).getDataPoints().stream())
        .collect(
            Collectors.toMap(point -> point.getLabels().get("outcome"), point -> point.getValue()));
  }
}
