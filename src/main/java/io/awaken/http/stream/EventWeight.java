package io.awaken.http.stream;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;

/** Estimates the bytes of a live event in a queue; exact for parts that may be large. */
final class EventWeight {

  private static final int ENVELOPE = 100;

  private EventWeight() {}

  static int of(AgentEvent event) {
    return ENVELOPE
        + switch (event) {
          case AgentEvent.Delta delta -> delta.delta().length();
          case AgentEvent.ToolCallReady ready -> of(ready.arguments());
          case AgentEvent.ToolCallDone done -> of(done.result().data());
          case AgentEvent.ToolCallResumed resumed -> of(resumed.result());
          case AgentEvent.ActivitySnapshot activity -> of(activity.content());
          case AgentEvent.ActivityDelta activity -> of(activity.patch());
          case AgentEvent.StateSnapshot state -> of(state.snapshot());
          case AgentEvent.StateDelta state -> of(state.delta());
          case AgentEvent.MessagesSnapshot all ->
              all.messages().stream().mapToInt(EventWeight::of).sum();
          case AgentEvent.ReasoningEncryptedValue value -> length(value.encryptedValue());
          case AgentEvent.RunFinish finish ->
              finish.result() == null ? 0 : length(finish.result().response());
          case AgentEvent.Custom custom -> of(custom.value());
          case AgentEvent.ToolFilterConflict conflict -> 0;
          case AgentEvent.Error error -> length(error.message());
          case AgentEvent.RunStart start -> 0;
          case AgentEvent.StepStart start -> 0;
          case AgentEvent.StepEnd end -> 0;
          case AgentEvent.ToolCallStart start -> 0;
          case AgentEvent.ToolCallCancel cancel -> 0;
          case AgentEvent.StreamReset reset -> 0;
          case AgentEvent.InferenceComplete complete -> 0;
        };
  }

  private static int of(Message message) {
    int calls =
        message.toolCalls().stream().mapToInt(call -> ENVELOPE + of(call.arguments())).sum();
    return ENVELOPE + calls + (int) MessageBytes.ofContent(message);
  }

  private static int of(JsonNode node) {
    if (node == null) {
      return 0;
    }
    if (node.isValueNode()) {
      return node.isTextual() ? node.textValue().length() : 8;
    }
    int sum = 0;
    for (JsonNode child : node) {
      sum += 8 + of(child);
    }
    return sum;
  }

  private static int length(String text) {
    return text == null ? 0 : text.length();
  }
}
