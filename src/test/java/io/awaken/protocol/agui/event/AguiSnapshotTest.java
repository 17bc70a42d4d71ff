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

  /** The ids of the messages of a page after these frames. */
  private static List<String> ids(List<Frame> frames) {
    var page = new ClientMessages();
    page.add(JsonNodeFactory.instance.objectNode().put("id", "u1").put("role", "user"));
    page.apply(frames.stream().map(Frame::event).toList());
    return page.all().stream().map(each -> each.get("id").asText()).toList();
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

    String stream =
        AguiReader.encoded(placed, AguiReader.reading(Dialect.V1_0, 0, FramePosition.START));

    assertThat(stream).contains("MESSAGES_SNAPSHOT");
    assertThat(ids(AguiReader.frames(stream))).containsExactly("u1", "r-1", "r-1-c1", "r-2");
  }
}
