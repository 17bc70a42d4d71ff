package io.awaken.protocol.agui.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolResult;
import io.awaken.fixture.Rows;
import io.awaken.protocol.agui.event.AguiReader.Frame;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots have the ids and the order of the messages that a reader has from the stream. */
@Rows(240)
class AguiSnapshotTest {

  private static final JsonNode NOTHING = JsonNodeFactory.instance.objectNode();

  /** What a run publishes: text, call, result, text. */
  private static List<AgentEvent> run() {
    return List.of(
        new AgentEvent.RunStart("t", "r", null),
        new AgentEvent.StepStart("r-1"),
        new AgentEvent.TextDelta("r-1", "Let me look."),
        new AgentEvent.ToolCallStart("c1", "look"),
        new AgentEvent.ToolCallReady("c1", "look", NOTHING),
        new AgentEvent.ToolCallDone(
            "c1", "r-1-c1", ToolResult.success("look", NOTHING), ToolCallOutcome.SUCCEEDED),
        new AgentEvent.StepEnd(),
        new AgentEvent.StepStart("r-2"),
        new AgentEvent.TextDelta("r-2", "Found."));
  }

  private static List<StreamEvent> placed(List<AgentEvent> events) {
    var placed = new ArrayList<StreamEvent>();
    for (AgentEvent event : events) {
      placed.add(new StreamEvent(new Cursor(1, placed.size() + 1), Instant.EPOCH, event));
    }
    return placed;
  }

  /** The ids of the messages of a client after these frames, which it applies in order. */
  private static List<String> ids(List<Frame> frames) {
    var ids = new ArrayList<>(List.of("u1"));
    for (Frame frame : frames) {
      JsonNode event = frame.event();
      switch (frame.type()) {
        case "TEXT_MESSAGE_START", "TOOL_CALL_RESULT" -> add(ids, event.get("messageId"));
        case "TOOL_CALL_START" -> add(ids, event.get("parentMessageId"));
        case "MESSAGES_SNAPSHOT" -> {
          List<String> all = event.get("messages").findValuesAsText("id");
          all.removeIf(id -> id.equals("c1"));
          ids.retainAll(all);
          all.stream().filter(id -> !ids.contains(id)).forEach(ids::add);
        }
        default -> {
          // Changes no list of messages.
        }
      }
    }
    return ids;
  }

  private static void add(List<String> ids, JsonNode id) {
    if (!ids.contains(id.asText())) {
      ids.add(id.asText());
    }
  }

  /** A hook publishes the committed messages before or after any event of an uncommitted answer. */
  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 9})
  void aSnapshotWithinAStepKeepsTheMessagesThatAreNotCommittedYet(int place) {
    var events = new ArrayList<>(run());
    List<Message> committed = new ArrayList<>(List.of(Message.user("u1", "Hi")));
    if (place > 7) {
      committed.add(Message.user("r-1", "stands for the answer"));
      committed.add(Message.tool("r-1-c1", "c1", "{}", null));
    }
    events.add(place, new AgentEvent.MessagesSnapshot(committed, false));
    List<StreamEvent> placed = placed(events);

    String stream = AguiReader.encoded(placed, AguiReader.reading(Dialect.V1_0, 0, Place.START));

    assertThat(stream).contains("MESSAGES_SNAPSHOT");
    assertThat(ids(AguiReader.frames(stream))).containsExactly("u1", "r-1", "r-1-c1", "r-2");
  }
}
