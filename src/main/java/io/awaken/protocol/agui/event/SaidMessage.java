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
 * @param thoughts the model's reasoning before and within an answer, by span id
 * @param stored the stored message; null for an answer
 */
record SaidMessage(
    String id,
    Map<String, StringBuilder> thoughts,
    StringBuilder text,
    List<SaidCall> calls,
    Message stored) {

  static SaidMessage answer(String id) {
    return new SaidMessage(
        id, new LinkedHashMap<>(), new StringBuilder(), new ArrayList<>(1), null);
  }

  static SaidMessage result(AgentEvent.ToolCallDone done) {
    return of(Message.tool(done.messageId(), done.id(), done.result().modelContent(), null));
  }

  static SaidMessage of(Message message) {
    return new SaidMessage(message.id(), Map.of(), null, List.of(), message);
  }

  void thought(String spanId, String delta) {
    thoughts.computeIfAbsent(spanId, id -> new StringBuilder()).append(delta);
  }

  /** Whether the message has neither content nor reasoning. */
  boolean empty() {
    return thoughts.isEmpty() && !heard();
  }

  /** Whether the message has content other than reasoning. */
  boolean heard() {
    return stored != null || !text.isEmpty() || !calls.isEmpty();
  }

  void call(String callId, String name) {
    if (find(callId) == null) {
      calls.add(new SaidCall(callId, name, new StringBuilder()));
    }
  }

  SaidCall find(String callId) {
    for (SaidCall call : calls) {
      if (call.id().equals(callId)) {
        return call;
      }
    }
    return null;
  }

  void write(MessageJson messages, JsonGenerator json) throws IOException {
    for (Map.Entry<String, StringBuilder> thought : thoughts.entrySet()) {
      MessageJson.thought(thought.getKey(), thought.getValue(), json);
    }
    if (stored != null) {
      messages.write(stored, json);
    } else if (heard()) {
      messages.answer(id, text, calls, json);
    }
  }
}
