package io.awaken.protocol.mcp.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.agent.InternalAgent;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.fixture.Rows;
import io.awaken.protocol.mcp.call.ToolAgent.OneCall;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The answers of a tool call's model, on whichever node its run continues. */
@Rows(1103)
class OneCallTest {

  private static final ObjectNode ARGUMENTS =
      JsonNodeFactory.instance.objectNode().put("value", "10");

  private static final Message ASKED = Message.user("m1", OneCall.message("pay", ARGUMENTS));

  private static StreamResult answer(Message... conversation) throws InferenceException {
    var request =
        new LlmRequest("m", null, List.of(conversation), List.of(), InferenceParameters.DEFAULT);
    return new OneCall().execute(request, LlmListener.NONE, new CancellationToken());
  }

  private static Message called(StreamResult answer) {
    return new Message("m2", Role.ASSISTANT, List.of(), answer.toolCalls(), null, null, null);
  }

  @Test
  void theModelRequestsTheDescribedCall() throws InferenceException {
    StreamResult answer = answer(ASKED);

    assertThat(answer.stopReason()).isEqualTo(StopReason.TOOL_USE);
    assertThat(answer.toolCalls())
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.name()).isEqualTo("pay");
              assertThat(call.arguments()).isEqualTo(ARGUMENTS);
            });
  }

  @Test
  void aRetryRequestsTheSameCall() throws InferenceException {
    assertThat(answer(ASKED)).isEqualTo(answer(ASKED));
  }

  @Test
  void afterTheCallTheModelEnds() throws InferenceException {
    Message called = called(answer(ASKED));

    StreamResult answer = answer(ASKED, called, Message.tool("m3", "call_1", "paid", null));

    assertThat(answer.toolCalls()).isEmpty();
    assertThat(answer.stopReason()).isEqualTo(StopReason.END_TURN);
  }

  @Test
  void aLaterMessageIsNotCalled() throws InferenceException {
    Message called = called(answer(ASKED));
    Message more = Message.user("m4", OneCall.message("pay", ARGUMENTS));

    StreamResult answer = answer(ASKED, called, Message.tool("m3", "call_1", "paid", null), more);

    assertThat(answer.toolCalls()).isEmpty();
  }

  @Test
  void aMessageWithoutACallIsRefused() {
    for (String text : List.of("hello", "{}", "{\"tool\":\"pay\",\"arguments\":3}")) {
      assertThatThrownBy(() -> answer(Message.user("m1", text)))
          .isInstanceOf(InferenceException.class)
          .hasMessageContaining("describes no call");
    }
  }

  @Test
  void anInvalidPatternStopsTheStart() {
    assertThatThrownBy(() -> ToolAgent.offering(List.of("fine", "broken\\x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("awaken.mcp.tools: broken\\x is no pattern");
  }

  @Test
  void withoutToolsTheModelServesResumedRuns() {
    InternalAgent none = ToolAgent.offering(List.of());

    assertThat(none.spec()).isNull();
    assertThat(none.executor()).isInstanceOf(OneCall.class);
  }
}
