package io.awaken.store.database.bus;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Hint;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nodes of the previous version read these payloads during an upgrade, and send them. */
class HintTextTest {
  private static final Hint.Tail TAIL =
      new Hint.Tail(
          new RunId("r"),
          3,
          4,
          6,
          false,
          List.of(
              new StreamEvent(
                  new Cursor(3, 7),
                  Instant.ofEpochMilli(1_000),
                  new AgentEvent.TextDelta("m", "hello"))));

  private static final String PAYLOAD =
      "{\"node\":\"n\",\"hints\":[{\"kind\":\"TAIL\",\"of\":\"r\",\"is\":false,\"epoch\":3,"
          + "\"from\":4,\"to\":6,\"said\":{\"epoch\":3,\"firstSequence\":7,\"lastSequence\":7,"
          + "\"entries\":[{\"at\":1000,\"event\":{\"event_type\":\"text_delta\",\"messageId\":\"m\",\"delta\":\"hello\"}}]}}]}";

  @Test
  void theFieldsOfATailKeepTheirNames() {
    assertThat(new HintText("n").write(List.of(TAIL))).containsExactly(PAYLOAD);
  }

  @Test
  void aTailOfThePreviousVersionBringsItsEvents() {
    assertThat(HintText.read(PAYLOAD).orElseThrow().hints()).containsExactly(TAIL);
  }
}
