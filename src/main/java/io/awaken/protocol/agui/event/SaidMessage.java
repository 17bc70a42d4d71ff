package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A message that the events of a run tell of.
 *
 * @param stored a message as it is stored; null for an answer
 */
record SaidMessage(String id, StringBuilder text, List<SaidCall> calls, Message stored) {

  static SaidMessage answer(String id) {
    return new SaidMessage(id, new StringBuilder(), new ArrayList<>(1), null);
  }

  static SaidMessage result(AgentEvent.ToolCallDone done) {
    return of(Message.tool(done.messageId(), done.id(), done.result().modelContent(), null));
  }

  static SaidMessage of(Message message) {
    return new SaidMessage(message.id(), null, List.of(), message);
  }

  /** Whether a reader has something of it. */
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
    if (stored != null) {
      messages.write(stored, json);
    } else {
      messages.answer(id, text, calls, json);
    }
  }
}
