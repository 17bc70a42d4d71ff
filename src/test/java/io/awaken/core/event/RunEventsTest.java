package io.awaken.core.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.awaken.core.run.RunId;
import io.awaken.fixture.Failures;
import io.awaken.fixture.RecordingSinks;
import io.awaken.fixture.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunEventsTest {

  private final RecordingSinks sinks = new RecordingSinks();
  private final RunEvents events =
      new RunEvents(
          sinks.open(new RunId("r"), 2, 10),
          EventTap.NONE,
          InstantSource.fixed(Instant.EPOCH),
          2,
          10);

  @Test
  void numbersContinueAfterTheLastCommit() {
    events.emit(new AgentEvent.TextDelta("a"));

    assertThat(sinks.published().getFirst().cursor()).isEqualTo(new Cursor(2, 11));
  }

  @Test
  void deltasArePublishedAtOnceAndFactsAfterTheirCommit() {
    events.emit(new AgentEvent.TextDelta("a"));
    events.emit(new AgentEvent.StepEnd());
    assertThat(sinks.outline()).containsExactly("TextDelta");

    events.committed();

    assertThat(sinks.outline()).containsExactly("TextDelta", "StepEnd");
  }

  @Test
  void aDeltaAfterAFactWaitsForItsCommit() {
    events.emit(new AgentEvent.StepEnd());
    events.emit(new AgentEvent.TextDelta("a"));

    assertThat(sinks.published()).isEmpty();
  }

  @Test
  void aSnapshotOfMessagesThatAreNotCommittedWaitsForTheirCommit() {
    events.emitWithCommit(new AgentEvent.MessagesSnapshot(List.of(), false));
    assertThat(sinks.published()).isEmpty();

    events.committed();

    assertThat(sinks.outline()).containsExactly("MessagesSnapshot");
  }

  @Test
  void theSegmentContainsUncommittedEvents() {
    events.emit(new AgentEvent.TextDelta("a"));
    events.committed();
    events.emit(new AgentEvent.StepEnd());

    assertThat(events.segment().firstSequence()).isEqualTo(12);
    events.committed();
    assertThat(events.segment()).isNull();
  }

  @Test
  void onlyUnpublishedEventsCanBeWithdrawn() {
    events.emit(new AgentEvent.StepEnd());
    events.withdrawLast();
    assertThat(events.segment()).isNull();

    events.emit(new AgentEvent.TextDelta("a"));
    assertThatIllegalStateException().isThrownBy(events::withdrawLast);
  }

  @Test
  void unpublishedEventsAreWithdrawnWithoutAGapInTheNumbers() {
    events.emit(new AgentEvent.StepEnd());
    int before = events.uncommitted();
    events.emit(new AgentEvent.TextDelta("held back"));
    events.emit(new AgentEvent.StepEnd());

    events.withdrawTo(before);

    assertThat(events.uncommitted()).isEqualTo(1);
    assertThat(events.pendingChars()).isZero();
    events.emit(new AgentEvent.StepEnd());
    assertThat(events.segment().lastSequence()).isEqualTo(events.segment().firstSequence() + 1);
  }

  @Test
  void publishedEventsAreNotWithdrawn() {
    int before = events.uncommitted();
    events.emit(new AgentEvent.TextDelta("seen"));
    events.emit(new AgentEvent.StepEnd());

    events.withdrawTo(before);

    assertThat(events.uncommitted()).isEqualTo(1);
  }

  /** F28: readers may measure durations, and uncommitted events still age. */
  @Test
  @Failures("F28")
  void timestampsAreMonotonicWhenTheClockIsSetBack() {
    var clock = new SettableClock();
    var events = new RunEvents(sinks.open(new RunId("r"), 1, 0), EventTap.NONE, clock, 1, 0);
    Instant begin = clock.instant();
    events.emit(new AgentEvent.TextDelta("a"));
    clock.advance(Duration.ofSeconds(1));
    events.emit(new AgentEvent.TextDelta("b"));
    clock.advance(Duration.ofMinutes(-10));
    events.emit(new AgentEvent.TextDelta("c"));
    clock.advance(Duration.ofSeconds(5));
    events.emit(new AgentEvent.TextDelta("d"));

    assertThat(events.pendingMillis()).isEqualTo(6_000);
    assertThat(events.segment().eventsAfter(0))
        .isEqualTo(sinks.published())
        .extracting(StreamEvent::timestamp)
        .containsExactly(begin, begin.plusSeconds(1), begin.plusSeconds(1), begin.plusSeconds(6));
  }
}
