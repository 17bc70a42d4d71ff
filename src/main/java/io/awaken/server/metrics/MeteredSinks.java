package io.awaken.server.metrics;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.EventSink;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import java.time.InstantSource;
import java.util.Locale;

/** Counts what the events of runs say on their way to the sink behind. Thread-safe. */
public final class MeteredSinks implements EventSink.Factory {

  private static final double MILLIS = 1_000.0;

  private final EventSink.Factory behind;
  private final RuntimeMetrics metrics;
  private final InstantSource clock;

  /**
   * @param clock must not be put back
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

    /** Before anybody hears of it: who has read that a run is over finds it counted. */
    private void count(StreamEvent event) {
      switch (event.event()) {
        case AgentEvent.InferenceComplete complete ->
            metrics.inferenceSeconds.observe(complete.durationMs() / MILLIS);
        case AgentEvent.Error error -> metrics.errors.labelValues(error.code()).inc();
        case AgentEvent.ToolCallDone done ->
            metrics.toolCalls.labelValues(done.outcome().name().toLowerCase(Locale.ROOT)).inc();
        case AgentEvent.RunFinish finish -> finished(finish.termination());
        default -> {}
      }
    }

    /** A run that waits is not over: it is counted again, as ended, when it is. */
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
