package io.awaken.protocol.agui.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.protocol.agui.event.AguiReader.Frame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Message snapshots contain reasoning: clients drop the reasoning that a snapshot lacks. */
class AguiReasoningTest {

  private static List<Frame> frames(RunScript script, Dialect dialect) {
    return AguiReader.frames(
        AguiReader.encoded(script.events(), AguiReader.reading(dialect, 0, FramePosition.START)));
  }

  private static JsonNode snapshot(List<Frame> frames) {
    return frames.stream()
        .filter(frame -> frame.type().equals("MESSAGES_SNAPSHOT"))
        .reduce((first, last) -> last)
        .orElseThrow()
        .event()
        .get("messages");
  }

  private static List<String> summaries(JsonNode messages) {
    var summaries = new ArrayList<String>();
    messages.forEach(
        message ->
            summaries.add(
                "%s %s %s"
                    .formatted(
                        message.get("id").asText(),
                        message.get("role").asText(),
                        message.path("content").asText())));
    return summaries;
  }

  @ParameterizedTest
  @EnumSource
  void reasoningOfEarlierRunsPrecedesItsAnswer(Dialect dialect) {
    var earlier =
        new Message(
            "m1",
            Role.ASSISTANT,
            List.of(new ContentBlock.Thinking("Hm."), new ContentBlock.Text("Yes.")),
            List.of(),
            null,
            null,
            null);
    var script =
        new RunScript()
            .add(new AgentEvent.MessagesSnapshot(List.of(Message.user("u1", "Hi"), earlier), false))
            .step();

    assertThat(summaries(snapshot(frames(script, dialect))))
        .containsExactly("u1 user Hi", "m1-reasoning-1 reasoning Hm.", "m1 assistant Yes.");
  }

  @ParameterizedTest
  @EnumSource
  void reasoningKeepsTheIdsAndPlacesOfItsEvents(Dialect dialect) {
    var script =
        new RunScript()
            .step()
            .thinks("Let me", " see.")
            .says("I pay.")
            .thinks("Really?")
            .calls("c1", "pay", "{}")
            .asks("c1", "pay", "{}", SuspendTicket.approval("tool:PermissionConfirm", "May I?"))
            .parks();
    List<Frame> frames = frames(script, dialect);

    assertThat(summaries(snapshot(frames)))
        .containsExactly(
            "u1 user Hi",
            "r-1-reasoning-1 reasoning Let me see.",
            "r-1 assistant I pay.",
            "r-1-reasoning-2 reasoning Really?");
    assertThat(frames)
        .filteredOn(frame -> frame.type().equals("REASONING_MESSAGE_START"))
        .extracting(frame -> frame.event().get("messageId").asText())
        .containsExactly("r-1-reasoning-1", "r-1-reasoning-2");
  }
}
