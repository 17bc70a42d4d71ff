package io.awaken.server.metrics;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.EventSink;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.model.InferenceException;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts events of runs and passes them on. Thread-safe. */
public final class MeteredSinks implements EventSink.Factory {

  private static final double MILLIS = 1_000.0;

  private static final String OTHER = "other";

  /** Error codes of the runtime itself. */
  private static final Set<String> CODES =
      Stream.concat(
              Stream.of(InferenceException.Kind.values())
                  .map(kind -> kind.name().toLowerCase(Locale.ROOT)),
              Stream.of(
                  "agent_unresolved",
                  "pinned_version_unavailable",
                  "plugin_failed",
                  "run_time_exceeded",
                  "state_unreadable"))
          .collect(Collectors.toUnmodifiableSet());

  private final EventSink.Factory behind;
  private final RuntimeMetrics metrics;
  private final InstantSource clock;

  /**
   * @param clock monotonic
   */
  public MeteredSinks(EventSink.Factory behind, RuntimeMetrics metrics, InstantSource clock) {
    this.behind = behind;
    this.metrics = metrics;
    this.clock = clock;
  }

  @Override
  public EventSink open(RunId runId, long epoch, long lastSequence) {
    return new Metered(behind.open(runId, epoch, lastSequence), clock.millis());
  }

  @Override
  public void abandon(RunId runId, long epoch) {
    behind.abandon(runId, epoch);
  }

  private final class Metered implements EventSink {
    private final EventSink sink;
    private final long opened;

    Metered(EventSink sink, long opened) {
      this.sink = sink;
      this.opened = opened;
    }

    @Override
    public void publish(StreamEvent event) {
      count(event);
      sink.publish(event);
    }

    /** Before publishing, so that a run's end is counted when a reader sees it. */
    private void count(StreamEvent event) {
      switch (event.event()) {
        case AgentEvent.InferenceComplete complete -> {
          metrics.inferenceSeconds.observe(complete.durationMs() / MILLIS);
          cost(complete.usage());
        }
        case AgentEvent.Error error -> metrics.errors.labelValues(errorClass(error)).inc();
        case AgentEvent.ToolCallDone done ->
            metrics.toolCalls.labelValues(done.outcome().name().toLowerCase(Locale.ROOT)).inc();
        case AgentEvent.RunFinish finish -> finished(finish.termination());
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

    /** A waiting run has not ended: it is counted again when it does. */
    private void finished(TerminationReason termination) {
      if (termination instanceof TerminationReason.Suspended) {
        metrics.suspended.inc();
      } else {
        metrics.runs.labelValues(outcome(termination)).inc();
        metrics.runSeconds.observe((clock.millis() - opened) / MILLIS);
      }
    }

    @Override
    public void committed(long sequence) {
      sink.committed(sequence);
    }

    @Override
    public void close(boolean ended) {
      sink.close(ended);
    }
  }

  /** Plugins may use any code in events; each would be a series for ever. */
  private static String errorClass(AgentEvent.Error error) {
    return error.code() != null && CODES.contains(error.code()) ? error.code() : OTHER;
  }

  private static String outcome(TerminationReason termination) {
    return switch (termination) {
      case TerminationReason.NaturalEnd end -> "natural_end";
      case TerminationReason.BehaviorRequested requested -> "behavior_requested";
      case TerminationReason.Stopped stopped -> "stopped";
      case TerminationReason.Cancelled cancelled -> "cancelled";
      case TerminationReason.Blocked blocked -> "blocked";
      case TerminationReason.Suspended suspended -> "suspended";
      case TerminationReason.Error error -> "error";
    };
  }
}
