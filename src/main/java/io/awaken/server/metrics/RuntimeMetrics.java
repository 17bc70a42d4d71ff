package io.awaken.server.metrics;

import io.awaken.core.commit.QueueWatch;
import io.awaken.core.loop.ToolFanOut;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;

/** The server's figures under the names of features section 3.3. Thread-safe. */
public final class RuntimeMetrics {

  private static final double MILLIS = 1_000.0;

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
  final Histogram commitSeconds =
      Histogram.builder()
          .name("awaken_commit_duration_seconds")
          .help("Writes of runs to the database, with the wait for their turn, failed ones too")
          .labelNames("operation")
          .classicOnly()
          .register(registry);
  final Counter pulled =
      counter(
          "awaken_mailbox_dispatch_signal_pulled_total", "Jobs that this node began to work on");
  final Counter redelivered =
      counter(
          "awaken_mailbox_dispatch_signal_redelivery_total",
          "Jobs among them that had been begun before");
  final Counter acknowledged =
      counter(
          "awaken_mailbox_dispatch_signal_ack_total",
          "Jobs whose run ended or began to wait on this node");
  final Counter leaseLosses =
      counter(
          "awaken_lease_losses_total",
          "Runs that this node stopped because their lease was lost or could not be confirmed");
  final Counter toolCalls =
      Counter.builder()
          .name("awaken_tool_calls_total")
          .help("Tool calls that were settled, by how")
          .labelNames("outcome")
          .register(registry);
  final Counter requests =
      Counter.builder()
          .name("awaken_http_requests_total")
          .help("Requests that were answered, by route, method and status")
          .labelNames("route", "method", "status")
          .register(registry);
  final Histogram requestSeconds =
      Histogram.builder()
          .name("awaken_http_request_duration_seconds")
          .help("Requests that were not answered with a stream, by route and method")
          .labelNames("route", "method")
          .classicOnly()
          .register(registry);
  final Counter streamsOpened = counter("awaken_streams_opened_total", "Streams that were opened");
  final Counter streamsEnded =
      Counter.builder()
          .name("awaken_streams_ended_total")
          .help("Streams that ended, by why")
          .labelNames("reason")
          .register(registry);

  private Counter counter(String name, String help) {
    return Counter.builder().name(name).help(help).register(registry);
  }

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

  /** Adds the figures of the queue of all nodes; asked for seldom, see {@link Sampled}. */
  public void watch(QueueWatch queue, Executor executor, InstantSource clock) {
    var figures = new Sampled<>("the queue", queue::figures, executor, clock);
    gauge(
        "awaken_mailbox_queue_depth",
        "Jobs that waited when a scrape before this one asked",
        figures.figure(QueueWatch.Figures::queued));
    gauge(
        "awaken_mailbox_dead_letters",
        "Jobs that had been given up when a scrape before this one asked",
        figures.figure(QueueWatch.Figures::deadLetters));
    gauge(
        "awaken_mailbox_oldest_due_seconds",
        "Age of the oldest job that nothing kept from being claimed, at that time",
        figures.figure(found -> found.oldest().toMillis() / MILLIS));
    gauge(
        "awaken_database_oldest_snapshot_seconds",
        "Age of the oldest transaction that keeps dead rows, at that time",
        figures.figure(found -> seconds(found.oldestSnapshot())));
  }

  private static double seconds(Duration time) {
    return time == null ? Double.NaN : time.toMillis() / MILLIS;
  }

  MetricSnapshots scrape() {
    return registry.scrape();
  }
}
