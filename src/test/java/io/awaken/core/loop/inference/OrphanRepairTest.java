package io.awaken.core.loop.inference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.loop.inference.HistoryLoader.OrphanRepair;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.CallState;
import io.awaken.fixture.Conversations;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls in a history that never got a result. */
@Rows(137)
class OrphanRepairTest {

  private static final Message ASKED = Message.user("u", "go");

  @Test
  void aCallWithoutAResultIsRemovedAndItsTextStays() {
    List<Message> history =
        List.of(ASKED, Conversations.assistant("I look", call("a"), call("b")), result("b"));

    List<Message> repaired = OrphanRepair.repair(history, List.of());

    assertThat(repaired).hasSize(3);
    assertThat(repaired.get(1).text()).isEqualTo("I look");
    assertThat(repaired.get(1).toolCalls()).extracting(ToolCall::id).containsExactly("b");
  }

  @Test
  void anEmptiedAnswerIsRemoved() {
    var silent = new Message("m", Role.ASSISTANT, List.of(), List.of(call("a")), null, null, null);

    assertThat(OrphanRepair.repair(List.of(ASKED, silent), List.of())).containsExactly(ASKED);
  }

  @Test
  void callsOfTheResumedRunAreRetained() {
    List<Message> history = List.of(ASKED, Conversations.assistant("", call("a")));
    var open =
        new CallState(
            1, "a", "echo", JsonNodeFactory.instance.objectNode(), ToolCallStatus.SUSPENDED, 0);

    assertThat(OrphanRepair.repair(history, List.of(open))).isEqualTo(history);
  }

  private static ToolCall call(String id) {
    return new ToolCall(id, "echo", JsonNodeFactory.instance.objectNode());
  }

  private static Message result(String callId) {
    return Message.tool("r-" + callId, callId, "ok", null);
  }
}
