package io.awaken.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.EventSink;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.Cost;
import io.awaken.fixture.RecordingSinks;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeteredSinksTest {

  private final SettableClock clock = new SettableClock();
  private final RuntimeMetrics metrics = new RuntimeMetrics();
  private final MeteredSinks sinks = new MeteredSinks(new RecordingSinks(), metrics, clock);

  @Test
  @Rows(132)
  void aRunThatParksIsCountedAsSuspendedAndAsEndedOnlyWhenItEnds() {
    finish(1, new TerminationReason.Suspended());
    assertThat(metrics.suspended.get()).isOne();
    assertThat(ended("suspended") + ended("natural_end")).isZero();

    finish(2, new TerminationReason.NaturalEnd());
    assertThat(metrics.suspended.get()).isOne();
    assertThat(ended("natural_end")).isOne();
  }

  private double ended(String outcome) {
    return metrics.runs.labelValues(outcome).get();
  }

  private void finish(long epoch, TerminationReason why) {
    publish(epoch, new AgentEvent.RunFinish("t", "r", null, why));
  }

  private void publish(long epoch, AgentEvent event) {
    sinks
        .open(new RunId("r"), epoch, 0)
        .publish(new StreamEvent(new Cursor(epoch, 1), clock.instant(), event));
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

  @Test
  void theLossOfARunIsPassedOnToSinks() {
    var lost = new ArrayList<String>();
    var behind =
        new EventSink.Factory() {
          @Override
          public EventSink open(RunId runId, long epoch, long lastSequence) {
            throw new AssertionError("nothing begins");
          }

          @Override
          public void abandon(RunId runId, long epoch) {
            lost.add(runId + " " + epoch);
          }
        };

    new MeteredSinks(behind, metrics, clock).abandon(new RunId("r"), 3);

    assertThat(lost).containsExactly("r 3");
  }
}
