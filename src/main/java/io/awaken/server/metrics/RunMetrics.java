package io.awaken.server.metrics;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.model.InferenceException;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Claim;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.Waited;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts and measures what a node does with its runs. Thread-safe. */
public final class RunMetrics implements RunObserver {

  private static final double NANOS = 1e9;
  private static final double MILLIS = 1_000.0;

  private static final String OTHER = "other";

  /** Error codes of the runtime itself. */
  private static final Set<String> CODES =
      Stream.concat(
              Stream.of(InferenceException.Kind.values()).map(InferenceException.Kind::code),
              Stream.of(
                  "agent_unresolved",
                  "pinned_version_unavailable",
                  "plugin_failed",
                  "run_time_exceeded",
                  "state_unreadable"))
          .collect(Collectors.toUnmodifiableSet());

  private final RuntimeMetrics metrics;
  private final LongSupplier nanos;

  /**
   * @param nanos a monotonic clock in nanoseconds
   */
  public RunMetrics(RuntimeMetrics metrics, LongSupplier nanos) {
    this.metrics = metrics;
    this.nanos = nanos;
    present();
  }

  /** From the start, so that an alarm can be set on a first failure. */
  private void present() {
    for (Recovery recovery : Recovery.values()) {
      metrics.recoveries.initLabelValues(label(recovery));
    }
    for (InferenceException.Kind kind : InferenceException.Kind.values()) {
      if (kind.retryable()) {
        for (Next next : Next.values()) {
          metrics.retries.initLabelValues(kind.code(), label(next));
        }
      }
    }
  }

  @Override
  public long now() {
    return nanos.getAsLong();
  }

  private double seconds(long since) {
    return (nanos.getAsLong() - since) / NANOS;
  }

  private static double seconds(Duration time) {
    return time.toNanos() / NANOS;
  }

  private static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public void submitted(
      RunId run, ThreadId thread, String agentId, Caller caller, String outcome, long since) {
    queue("submit", outcome, since);
  }

  @Override
  public void queue(Operation operation, String outcome, long since) {
    queue(label(operation), outcome, since);
  }

  private void queue(String operation, String outcome, long since) {
    metrics.mailbox.labelValues(operation, outcome == null ? "error" : outcome).inc();
    metrics.mailboxSeconds.labelValues(operation).observe(seconds(since));
  }

  @Override
  public void started(Claim claim) {
    Waited waited = claim.waited();
    metrics.pulled.inc();
    if (claim.attempt() > 1) {
      metrics.redelivered.inc();
    } else {
      metrics.madeToStart.observe(seconds(waited.sinceMade()));
    }
    metrics.dueToStart.observe(seconds(waited.sinceDue()));
    metrics.claimToStart.observe(seconds(waited.sinceClaim()));
  }

  @Override
  public void left(Claim claim, CancellationToken.Reason stop) {
    if (stop == CancellationToken.Reason.OWNERSHIP_LOST) {
      metrics.leaseLosses.inc();
    }
  }

  @Override
  public void published(RunIdentity run, AgentEvent event, long since) {
    switch (event) {
      case AgentEvent.InferenceComplete complete -> {
        metrics.inferenceSeconds.observe(complete.durationMs() / MILLIS);
        cost(complete.usage());
      }
      case AgentEvent.Error error -> metrics.errors.labelValues(errorClass(error)).inc();
      case AgentEvent.ToolCallDone done ->
          metrics.toolCalls.labelValues(done.outcome().wire()).inc();
      case AgentEvent.RunFinish finish -> finished(finish.termination(), since);
      default -> {}
    }
  }

  private void cost(TokenUsage usage) {
    if (usage != null && usage.cost() != null) {
      metrics
          .inferenceCost
          .labelValues(usage.cost().currency())
          .inc(usage.cost().value().doubleValue());
    }
  }

  /** Plugins may use any code in events; each would be a series for ever. */
  private static String errorClass(AgentEvent.Error error) {
    return error.code() != null && CODES.contains(error.code()) ? error.code() : OTHER;
  }

  /** A waiting run has not ended: it is counted again when it does. */
  private void finished(TerminationReason why, long since) {
    if (why instanceof TerminationReason.Suspended) {
      metrics.suspended.inc();
    } else {
      metrics.runs.labelValues(why.kind()).inc();
      metrics.runSeconds.observe(seconds(since));
    }
  }

  @Override
  public void modelRetried(String failure, Next next) {
    metrics.retries.labelValues(failure, label(next)).inc();
  }

  @Override
  public void answerBroken(Recovery recovery) {
    metrics.recoveries.labelValues(label(recovery)).inc();
  }

  @Override
  public void committed(RunIdentity run, Write write, boolean stored, long since) {
    metrics.commitSeconds.labelValues(label(write)).observe(seconds(since));
    if (stored && write != Write.COMMIT) {
      metrics.acknowledged.inc();
    }
  }

  @Override
  public void streamOpened(RunId run) {
    metrics.streamsOpened.inc();
  }

  @Override
  public void streamEnded(RunId run, StreamEnd why, long since) {
    metrics.streamsEnded.labelValues(label(why)).inc();
  }
}
