package io.awaken.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.EventSink;
import io.awaken.core.event.EventTap;
import io.awaken.core.event.RunEvents;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.Cost;
import io.awaken.fixture.RecordingSinks;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The metrics of what runs publish. */
class EventMetricsTest {

  private final SettableClock clock = new SettableClock();
  private final RuntimeMetrics metrics = new RuntimeMetrics();
  private final RunMetrics observer = new RunMetrics(metrics, () -> clock.millis() * 1_000_000);

  @Test
  @Rows(132)
  void aRunThatParksIsCountedAsSuspendedAndAsEndedOnlyWhenItEnds() {
    finish(1, new TerminationReason.Suspended());
    assertThat(metrics.suspended.get()).isOne();
    assertThat(ended("suspended") + ended("natural_end")).isZero();

    finish(2, new TerminationReason.NaturalEnd());
    assertThat(metrics.suspended.get()).isOne();
    assertThat(ended("natural_end")).isOne();
    assertThat(metrics.runSeconds.collect().getDataPoints().getFirst().getSum()).isEqualTo(3);
  }

  @Test
  void callsAreCountedByOutcome() {
    for (ToolCallOutcome outcome : ToolCallOutcome.values()) {
      publish(1, new AgentEvent.ToolCallDone("c", "m", ToolResult.error("t", "why"), outcome));

      assertThat(metrics.toolCalls.labelValues(outcome.wire()).get()).as(outcome.wire()).isOne();
    }
  }

  private double ended(String outcome) {
    return metrics.runs.labelValues(outcome).get();
  }

  private void finish(long epoch, TerminationReason why) {
    publish(epoch, new AgentEvent.RunFinish("t", "r", null, why));
  }

  private void publish(long epoch, AgentEvent event) {
    var run = new RunIdentity(new ThreadId("t"), new RunId("r"), null, "a", Caller.ANONYMOUS);
    EventSink sink = new RecordingSinks().open(run.runId(), epoch, 0);
    long since = observer.now();
    var events =
        new RunEvents(
            sink, EventTap.NONE, clock, epoch, 0, now -> observer.published(run, now, since));
    clock.advance(Duration.ofSeconds(3));
    events.emit(event);
    events.committed();
  }

  @Test
  @Rows(1033)
  void theCostOfModelCallsIsCountedByCurrency() {
    for (String amount : List.of("0.25", "0.5")) {
      TokenUsage usage = TokenUsage.of(1, 1).costing(new Cost(amount, "EUR"));
      publish(1, new AgentEvent.InferenceComplete("m", usage, 1));
    }
    publish(1, new AgentEvent.InferenceComplete("m", TokenUsage.of(1, 1), 1));
    publish(1, new AgentEvent.InferenceComplete("m", null, 1));

    assertThat(metrics.inferenceCost.labelValues("EUR").get()).isEqualTo(0.75);
    assertThat(metrics.inferenceCost.collect().getDataPoints()).hasSize(1);
  }

  @Test
  @Rows(229)
  void ourErrorsAreCountedByCode() {
    for (String code :
        List.of(
            "rate_limited",
            "content_filtered",
            "agent_unresolved",
            "pinned_version_unavailable",
            "plugin_failed",
            "run_time_exceeded",
            "state_unreadable")) {
      publish(1, new AgentEvent.Error("no", code));

      assertThat(metrics.errors.labelValues(code).get()).as(code).isOne();
    }
  }

  @Test
  @Rows(229)
  void errorsOfPluginsAreCountedAsOther() {
    publish(1, new AgentEvent.Error("sorry", null));
    publish(2, new AgentEvent.Error("sorry", "made-up-1"));
    publish(3, new AgentEvent.Error("sorry", "made-up-2"));

    assertThat(metrics.errors.labelValues("other").get()).isEqualTo(3);
    assertThat(metrics.errors.collect().getDataPoints()).hasSize(1);
  }
}
