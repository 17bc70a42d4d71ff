package io.awaken.protocol.aisdk.history;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.ClientMessageIds;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.protocol.aisdk.PartFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One chat message: a user message, or the whole answer of a run. For one page. */
final class UiMessage {

  private final String id;
  private final Role role;
  private final List<Message> messages = new ArrayList<>();
  private final Map<String, Message> results = new HashMap<>();
  private int sources;

  private UiMessage(String id, Role role) {
    this.id = id;
    this.role = role;
  }

  /** The messages of a chat, each at the position of its first stored message. */
  static Collection<UiMessage> of(List<Message> stored) {
    var all = new LinkedHashMap<String, UiMessage>();
    for (Message message : stored) {
      Role role = message.role() == Role.TOOL ? Role.ASSISTANT : message.role();
      UiMessage of = all.computeIfAbsent(idOf(message), id -> new UiMessage(id, role));
      if (message.role() == Role.TOOL) {
        of.results.put(message.toolCallId(), message);
      } else {
        of.messages.add(message);
      }
    }
    return all.values();
  }

  /** The run id for an answer, as in its stream; the client's own id for a user message. */
  static String idOf(Message message) {
    boolean answers = message.role() == Role.ASSISTANT || message.role() == Role.TOOL;
    boolean ofRun = answers && message.metadata() != null && message.metadata().runId() != null;
    return ofRun ? message.metadata().runId() : ClientMessageIds.shown(message.id());
  }

  void write(ThreadId thread, CallFacts facts, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", id);
    json.writeStringField("role", role.wire());
    json.writeArrayFieldStart("parts");
    for (Message message : messages) {
      if (role == Role.ASSISTANT) {
        json.writeStartObject();
        json.writeStringField("type", "step-start");
        json.writeEndObject();
      }
      for (ContentBlock block : message.content()) {
        block(block, thread, json);
      }
      for (ToolCall call : message.toolCalls()) {
        call(call, thread, facts, json);
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void call(ToolCall call, ThreadId thread, CallFacts facts, JsonGenerator json)
      throws IOException {
    Message result = results.get(call.id());
    ToolPart.of(new RunId(id), call, result, facts).write(json);
    if (result != null) {
      for (ContentBlock block : result.content()) {
        if (PartFields.type(block) != null) {
          block(block, thread, json);
        }
      }
    }
  }

  private void block(ContentBlock block, ThreadId thread, JsonGenerator json) throws IOException {
    switch (block) {
      case ContentBlock.Text text -> text("text", text.text(), json);
      case ContentBlock.Thinking thinking -> text("reasoning", thinking.thinking(), json);
      default -> {
        json.writeStartObject();
        json.writeStringField("type", PartFields.type(block));
        PartFields.write(block, thread.value(), "s" + ++sources, json);
        json.writeEndObject();
      }
    }
  }

  private static void text(String type, String text, JsonGenerator json) throws IOException {
    if (!text.isEmpty()) {
      json.writeStartObject();
      json.writeStringField("type", type);
      json.writeStringField("text", text);
      json.writeStringField("state", "done");
      json.writeEndObject();
    }
  }
}
