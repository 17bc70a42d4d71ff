package io.awaken.store.jpa.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Segment;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Segments stored by earlier versions. */
class StoredEventsTest {

  @Test
  @Rows(170)
  void eventsOfEarlierVersionsStayReadable() {
    var stored =
        StoredJson.readEntries(
            """
            {"version":1,"entries":[
             {"at":1,"event":{"event_type":"run_start","thread_id":"t","run_id":"r"}},
             {"at":2,"event":{"event_type":"text_delta","delta":"one two"},
              "lengths":[4,3],"offsets":[0,5]}]}
            """);

    assertThat(stored)
        .extracting(Segment.Entry::event)
        .first()
        .isEqualTo(new AgentEvent.RunStart("t", "r", null));
    assertThat(new Segment(1, 1, 3, stored).eventsAfter(1))
        .extracting(event -> event.event())
        .isEqualTo(List.of(new AgentEvent.TextDelta("one "), new AgentEvent.TextDelta("two")));
  }

  @Test
  void aStoredEventIsReadBackUnchanged() {
    var entry = new Segment.Entry(1, new AgentEvent.TextDelta("m", "text"), null, null, null);

    assertThat(StoredJson.readEntries(StoredJson.writeEntries(List.of(entry))))
        .isEqualTo(List.of(entry));
  }
}
