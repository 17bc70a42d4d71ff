package io.awaken.server.metrics;

import io.awaken.core.context.Summaries;
import io.awaken.core.model.CircuitBreakers;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.ModelWatch;
import io.prometheus.metrics.core.metrics.Counter;
import java.util.Locale;
import java.util.function.Supplier;

/** Counts outcomes of model calls and of summaries. Thread-safe. */
public final class ModelMetrics implements ModelWatch {

  private final RuntimeMetrics metrics;
  private final Counter retries;
  private final Counter recoveries;

  ModelMetrics(RuntimeMetrics metrics) {
    this.metrics = metrics;
    retries =
        metrics.counter(
            "awaken_model_retries_total",
            "Model calls that failed and were repeated, by kind of failure and by target",
            "kind",
            "next");
    recoveries =
        metrics.counter(
            "awaken_model_recoveries_total",
            "Answers that failed after readers had received a part, by recovery",
            "outcome");
    present();
  }

  /** From the start, so that an alarm can be set on a first failure. */
  private void present() {
    for (Recovery recovery : Recovery.values()) {
      recoveries.initLabelValues(wire(recovery));
    }
    for (InferenceException.Kind kind : InferenceException.Kind.values()) {
      if (kind.retryable()) {
        for (Next next : Next.values()) {
          retries.initLabelValues(kind.code(), wire(next));
        }
      }
    }
  }

  @Override
  public void askedAgain(InferenceException.Kind failure, Next next) {
    retries.labelValues(failure.code(), wire(next)).inc();
  }

  @Override
  public void brokeOff(Recovery recovery) {
    recoveries.labelValues(wire(recovery)).inc();
  }

  /** Adds the state of a node's breakers. */
  public void watch(CircuitBreakers breakers) {
    metrics.gauge(
        "awaken_model_breakers_open",
        "Models that this node does not call, or probes, after consecutive failures",
        () -> breakers.notClosed().size());
    metrics.counter(
        "awaken_model_breaker_openings_total",
        "Times that this node stopped calling a model",
        callback -> callback.call(breakers.openings()));
  }

  /** Adds the outcomes of a node's summaries; every outcome exists from the start. */
  public void watch(Supplier<Summaries.Counts> summaries) {
    metrics.counter(
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

  private static String wire(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
