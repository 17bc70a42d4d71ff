package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A message assembled from the events of a run.
 *
 * @param reasoning the model's reasoning before and within an answer, by span id
 * @param stored the stored message; null for an answer
 */
record RunMessage(
    String id,
    Map<String, StringBuilder> reasoning,
    StringBuilder text,
    List<RequestedCall> calls,
    Message stored) {

  static RunMessage answer(String id) {
    return new RunMessage(id, new LinkedHashMap<>(), new StringBuilder(), new ArrayList<>(1), null);
  }

  static RunMessage result(AgentEvent.ToolCallDone done) {
    return of(Message.tool(done.messageId(), done.id(), done.result().modelContent(), null));
  }

  static RunMessage of(Message message) {
    return new RunMessage(message.id(), Map.of(), null, List.of(), message);
  }

  void addReasoning(String spanId, String delta) {
    reasoning.computeIfAbsent(spanId, id -> new StringBuilder()).append(delta);
  }

  /** Whether the message has neither content nor reasoning. */
  boolean empty() {
    return reasoning.isEmpty() && !hasContent();
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

  void write(MessageJson messages, JsonGenerator json) throws IOException {
    for (Map.Entry<String, StringBuilder> span : reasoning.entrySet()) {
      MessageJson.reasoning(span.getKey(), span.getValue(), json);
    }
    if (stored != null) {
      messages.write(stored, json);
    } else if (hasContent()) {
      messages.answer(id, text, calls, json);
    }
  }
}
