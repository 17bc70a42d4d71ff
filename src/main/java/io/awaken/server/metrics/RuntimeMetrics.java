package io.awaken.server.metrics;

import io.awaken.core.context.Summaries;
import io.awaken.core.loop.call.ToolFanOut;
import io.awaken.core.model.CircuitBreakers;
import io.awaken.core.phase.EffectDispatchReport;
import io.awaken.core.store.job.QueueWatch;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** The server's figures, under documented names. Thread-safe. */
public final class RuntimeMetrics {

  private static final double MILLIS = 1_000.0;

  private final PrometheusRegistry registry = new PrometheusRegistry();

  final Counter runs =
      counter("awaken_runs_total", "Runs that this node ended, by outcome", "outcome");
  final Counter suspended =
      counter("awaken_runs_suspended_total", "Times that a run started to wait for a decision");
  final Counter errors =
      counter("awaken_errors_total", "Errors that runs reported on this node, by class", "class");
  final Histogram runSeconds =
      histogram(
          "awaken_run_duration_seconds",
          "From the first event of an activation to the end of the run");
  final Histogram inferenceSeconds = histogram("awaken_inference_duration_seconds", "Model calls");
  final Counter inferenceCost =
      counter(
          "awaken_inference_cost_total",
          "What the model calls of this node cost, rounded, of models with prices, by currency",
          "currency");
  final Histogram commitSeconds =
      histogram(
          "awaken_commit_duration_seconds",
          "Writes of runs to the database, with the wait for their turn, failed ones too",
          "operation");
  final Counter pulled =
      counter("awaken_mailbox_dispatch_signal_pulled_total", "Jobs that this node started");
  final Counter redelivered =
      counter(
          "awaken_mailbox_dispatch_signal_redelivery_total",
          "Started jobs that had been started before");
  final Counter acknowledged =
      counter(
          "awaken_mailbox_dispatch_signal_ack_total",
          "Jobs whose run ended or started to wait on this node");
  final Histogram madeToStart =
      histogram(
          "awaken_mailbox_dispatch_enqueue_to_start_seconds",
          "From a job's acceptance to the first start of its run");
  final Histogram dueToStart =
      histogram(
          "awaken_mailbox_dispatch_eligible_to_start_seconds",
          "From a job's due time to the start or resumption of its run");
  final Histogram claimToStart =
      histogram(
          "awaken_mailbox_dispatch_claim_to_start_seconds",
          "From the start of a claim to the start or resumption of its run");
  final Counter mailbox =
      counter(
          "awaken_mailbox_operations_total",
          "Operations of this node on the queue, by outcome",
          "operation",
          "outcome");
  final Histogram mailboxSeconds =
      histogram(
          "awaken_mailbox_operation_duration_seconds", "Duration of these operations", "operation");
  final Counter leaseLosses =
      counter(
          "awaken_lease_losses_total",
          "Runs that this node stopped because their lease was lost or could not be confirmed");
  final Counter toolCalls =
      counter("awaken_tool_calls_total", "Settled tool calls, by outcome", "outcome");
  final Counter requests =
      counter(
          "awaken_http_requests_total",
          "Requests that were answered, by route, method and status",
          "route",
          "method",
          "status");
  final Histogram requestSeconds =
      histogram(
          "awaken_http_request_duration_seconds",
          "Requests that were answered, without streams and waits for a run",
          "route",
          "method");
  final Counter streamsOpened = counter("awaken_streams_opened_total", "Streams that were opened");
  final Counter streamsEnded =
      counter("awaken_streams_ended_total", "Ended streams, by reason", "reason");

  final Counter retries =
      counter(
          "awaken_model_retries_total",
          "Model calls that failed and were repeated, by kind of failure and by target",
          "kind",
          "next");
  final Counter recoveries =
      counter(
          "awaken_model_recoveries_total",
          "Answers that failed after readers had received a part, by recovery",
          "outcome");
  final Counter reloads =
      counter(
          "awaken_registry_reloads_total",
          "Changes of the configuration folder, by outcome",
          "result");

  {
    // Present from the start, so that an alarm can be set on a first failure.
    reloads.initLabelValues("published");
    reloads.initLabelValues("partial");
    reloads.initLabelValues("refused");
  }

  /** Counts a change of the configuration folder. */
  public void reloaded(String result) {
    reloads.labelValues(result).inc();
  }

  /** Without exemplars, which are not used and whose timer thread would never end. */
  private Counter counter(String name, String help, String... labels) {
    return Counter.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }

  private Histogram histogram(String name, String help, String... labels) {
    return Histogram.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .classicOnly()
        .withoutExemplars()
        .register(registry);
  }

  /** Adds a figure that is counted elsewhere and read at a scrape; must neither block nor throw. */
  private void counter(
      String name, String help, Consumer<CounterWithCallback.Callback> read, String... labels) {
    CounterWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .callback(read)
        .register(registry);
  }

  /** Adds a figure that is read at a scrape; must neither block nor throw. */
  public void gauge(String name, String help, DoubleSupplier value) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .callback(callback -> callback.call(value.getAsDouble()))
        .register(registry);
  }

  /** Adds the state of a node's breakers. */
  public void watch(CircuitBreakers breakers) {
    gauge(
        "awaken_model_breakers_open",
        "Models that this node does not call, or probes, after consecutive failures",
        () -> breakers.notClosed().size());
    counter(
        "awaken_model_breaker_openings_total",
        "Times that this node stopped calling a model",
        callback -> callback.call(breakers.openings()));
  }

  /** Adds the outcomes of a node's summaries; every outcome exists from the start. */
  public void watchSummaries(Supplier<Summaries.Counts> summaries) {
    counter(
        "awaken_summaries_total",
        "Summaries of conversations requested from models of this node, by outcome",
        callback -> {
          Summaries.Counts now = summaries.get();
          callback.call(now.made(), "made");
          callback.call(now.unneeded(), "unneeded");
          callback.call(now.failed(), "failed");
        },
        "outcome");
  }

  /** Adds the outcomes of a node's effects; both exist from the start. */
  public void watch(Supplier<EffectDispatchReport> effects) {
    counter(
        "awaken_effects_total",
        "Effects of plugins that this node delivered to their handlers, by outcome",
        callback -> {
          EffectDispatchReport now = effects.get();
          callback.call(now.attempted() - now.failed(), "done");
          callback.call(now.failed(), "failed");
        },
        "outcome");
  }

  /** Adds the state of a node's tools. */
  public void watch(ToolFanOut tools) {
    gauge(
        "awaken_stuck_tools",
        "Abandoned tool calls of this node whose tools have not returned",
        tools::stuck);
  }

  /** Adds the figures of the queue of all nodes; sampled, see {@link Sampled}. */
  public void watch(QueueWatch queue, Executor executor, InstantSource clock) {
    var figures = new Sampled<>("the queue", queue::figures, executor, clock);
    gauge(
        "awaken_mailbox_queue_depth",
        "Jobs that waited at the last sample",
        figures.figure(QueueWatch.Figures::queued));
    gauge(
        "awaken_mailbox_dead_letters",
        "Dead letters at the last sample",
        figures.figure(QueueWatch.Figures::deadLetters));
    gauge(
        "awaken_mailbox_oldest_due_seconds",
        "Age of the oldest claimable job, at the last sample",
        figures.figure(found -> found.oldest().toMillis() / MILLIS));
    gauge(
        "awaken_database_oldest_snapshot_seconds",
        "Age of the oldest transaction that keeps dead rows, at the last sample",
        figures.figure(found -> seconds(found.oldestSnapshot())));
  }

  private static double seconds(Duration time) {
    return time == null ? Double.NaN : time.toMillis() / MILLIS;
  }

  MetricSnapshots scrape() {
    return registry.scrape();
  }
}
