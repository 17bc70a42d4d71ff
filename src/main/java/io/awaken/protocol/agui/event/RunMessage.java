package io.awaken.protocol.agui.event;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.protocol.agui.event.MessageJson.RequestedCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A message assembled from the events of a run.
 *
 * @param before the model's reasoning before the answer's first content, by span id
 * @param after the reasoning after that
 * @param stored the stored message; null for an answer
 */
record RunMessage(
    String id,
    Map<String, StringBuilder> before,
    Map<String, StringBuilder> after,
    StringBuilder text,
    List<RequestedCall> calls,
    Message stored) {

  static RunMessage answer(String id) {
    return new RunMessage(
        id,
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        new StringBuilder(),
        new ArrayList<>(1),
        null);
  }

  static RunMessage result(AgentEvent.ToolCallDone done) {
    return of(Message.tool(done.messageId(), done.id(), done.result().modelContent(), null));
  }

  static RunMessage of(Message message) {
    return new RunMessage(message.id(), Map.of(), Map.of(), null, List.of(), message);
  }

  void addReasoning(String spanId, String delta) {
    Map<String, StringBuilder> spans = hasContent() && !before.containsKey(spanId) ? after : before;
    spans.computeIfAbsent(spanId, id -> new StringBuilder()).append(delta);
  }

  /** Whether the message has neither content nor reasoning. */
  boolean empty() {
    return before.isEmpty() && after.isEmpty() && !hasContent();
  }

  /** Whether the message has content other than reasoning. */
  boolean hasContent() {
    return stored != null || !text.isEmpty() || !calls.isEmpty();
  }

  void call(String callId, String name) {
    if (find(callId) == null) {
      calls.add(new RequestedCall(callId, name, new StringBuilder()));
    }
  }

  RequestedCall find(String callId) {
    for (RequestedCall call : calls) {
      if (call.id().equals(callId)) {
        return call;
      }
    }
    return null;
  }
}
