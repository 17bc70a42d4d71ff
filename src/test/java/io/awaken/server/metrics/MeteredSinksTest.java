package io.awaken.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.EventSink;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.RecordingSinks;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import java.util.ArrayList;
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
    sinks
        .open(new RunId("r"), epoch, 0)
        .publish(
            new StreamEvent(
                new Cursor(epoch, 1),
                clock.instant(),
                new AgentEvent.RunFinish("t", "r", null, why)));
  }

  @Test
  void aRunThatTheNodeHasLostIsSaidSoToTheSinksBehind() {
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
