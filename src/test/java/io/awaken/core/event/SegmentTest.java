package io.awaken.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class SegmentTest {

  private static StreamEvent at(long sequence, AgentEvent event) {
    return new StreamEvent(new Cursor(3, sequence), Instant.ofEpochMilli(1_000 + sequence), event);
  }

  private static AgentEvent text(String delta) {
    return new AgentEvent.TextDelta(delta);
  }

  @Test
  void neighbouringDeltasOfOneTextBecomeOneEntry() {
    var segment = Segment.join(List.of(at(1, text("He")), at(2, text("llo")), at(3, text(" you"))));

    assertThat(segment.entries()).singleElement();
    assertThat(segment.entries().getFirst().event()).isEqualTo(text("Hello you"));
  }

  @Test
  void deltasOfDifferentTextsAreKeptApart() {
    var segment =
        Segment.join(
            List.of(
                at(1, text("a")),
                at(2, new AgentEvent.ReasoningDelta("b")),
                at(3, new AgentEvent.ToolCallDelta("c1", "{")),
                at(4, new AgentEvent.ToolCallDelta("c2", "{"))));

    assertThat(segment.entries()).hasSize(4);
  }

  @Test
  void replayMayBeginInsideAJoinedText() {
    var events = List.of(at(5, text("one ")), at(6, text("")), at(7, text("two")));

    assertThat(Segment.join(events).eventsAfter(5)).isEqualTo(events.subList(1, 3));
  }

  /** Any sequence of events, replayed from any position, equals the original. */
  @RepeatedTest(50)
  void replayedEventsEqualPublishedOnes() {
    var random = new Random();
    List<StreamEvent> events = new ArrayList<>();
    int size = 1 + random.nextInt(30);
    for (int i = 1; i <= size; i++) {
      events.add(at(i, anyEvent(random)));
    }
    var segment = Segment.join(events);
    int from = random.nextInt(size + 1);

    assertThat(segment.eventsAfter(from)).isEqualTo(events.subList(from, size));
  }

  private static AgentEvent anyEvent(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> new AgentEvent.StepEnd();
      case 1 -> new AgentEvent.ReasoningDelta("r".repeat(random.nextInt(3)));
      case 2 -> new AgentEvent.ToolCallDelta("c" + random.nextInt(2), "{\"ü\":");
      default -> text("t".repeat(random.nextInt(4)));
    };
  }
}
