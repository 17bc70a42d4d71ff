package io.awaken.server.metrics;

import io.awaken.core.loop.ToolFanOut;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.function.DoubleSupplier;

/** The server's figures under the names of features section 3.3. Thread-safe. */
public final class RuntimeMetrics {

  private final PrometheusRegistry registry = new PrometheusRegistry();

  final Counter runs =
      Counter.builder()
          .name("awaken_runs_total")
          .help("Runs that ended, by how")
          .labelNames("outcome")
          .register(registry);
  final Counter suspended =
      Counter.builder()
          .name("awaken_runs_suspended_total")
          .help("Times that a run began to wait for a decision")
          .register(registry);
  final Counter errors =
      Counter.builder()
          .name("awaken_errors_total")
          .help("Errors that runs reported, by class")
          .labelNames("class")
          .register(registry);
  final Histogram runSeconds =
      Histogram.builder()
          .name("awaken_run_duration_seconds")
          .help("From the first event of an activation to the end of the run")
          .classicOnly()
          .register(registry);
  final Histogram inferenceSeconds =
      Histogram.builder()
          .name("awaken_inference_duration_seconds")
          .help("Model calls")
          .classicOnly()
          .register(registry);

  /** Adds a figure that is read when somebody asks; must neither block nor throw. */
  public void gauge(String name, String help, DoubleSupplier value) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .callback(callback -> callback.call(value.getAsDouble()))
        .register(registry);
  }

  /** Adds what is known of a node's tools. */
  public void watch(ToolFanOut tools) {
    gauge(
        "awaken_stuck_tools",
        "Calls of this node that nobody waits for and whose tools have not come back",
        tools::stuck);
  }

  MetricSnapshots scrape() {
    return registry.scrape();
  }
}
