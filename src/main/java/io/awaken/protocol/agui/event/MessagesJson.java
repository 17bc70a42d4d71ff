package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.protocol.agui.event.MessageJson.ContentJson;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes messages in the order in which a client has them from the events of their runs. Each span
 * of reasoning is a message: one that began after the first content of its answer follows the
 * answer and the results of its calls, because clients insert results directly behind the answer.
 * For one thread at a time.
 */
final class MessagesJson {

  private final MessageJson format;
  private final JsonGenerator json;
  private final Map<String, String> late = new LinkedHashMap<>();

  MessagesJson(RunNames names, JsonGenerator json) {
    this.format = new MessageJson(names);
    this.json = json;
  }

  /** Writes a stored message with its reasoning. */
  void write(Message message) throws IOException {
    if (message.role() != Role.TOOL) {
      end();
    }
    if (message.role() == Role.ASSISTANT) {
      reasoning(message);
    }
    if (message.role() != Role.ASSISTANT || hasContent(message)) {
      format.write(message, json);
    }
  }

  private static boolean hasContent(Message answer) {
    return !answer.toolCalls().isEmpty()
        || answer.content().stream().anyMatch(block -> !ContentJson.shown(block).isEmpty());
  }

  /** Thoughts without visible content between them are one span of the stream. */
  private void reasoning(Message answer) throws IOException {
    Map<String, String> early = new LinkedHashMap<>();
    int spans = 0;
    boolean open = false;
    boolean begun = false;
    boolean hidden = false;
    for (ContentBlock block : answer.content()) {
      if (block instanceof ContentBlock.Thinking thought) {
        hidden |= thought.encrypted() != null;
        if (!thought.thinking().isEmpty()) {
          spans += open ? 0 : 1;
          open = true;
          String id = MessageJson.reasoningId(answer.id(), spans);
          (begun ? late : early).merge(id, thought.thinking(), String::concat);
        }
      } else if (!ContentJson.shown(block).isEmpty()) {
        begun = true;
        open = false;
      }
    }
    if (hidden && spans == 0) {
      late.put(MessageJson.reasoningId(answer.id(), 1), "");
    }
    reasoning(early);
  }

  /** Writes a message of the run, except an answer that has nothing but reasoning as such. */
  void write(RunMessage message) throws IOException {
    if (message.stored() != null) {
      write(message.stored());
      return;
    }
    end();
    reasoning(message.before());
    if (message.hasContent()) {
      format.answer(message.id(), message.text(), message.calls(), json);
    }
    message.after().forEach((id, text) -> late.put(id, text.toString()));
  }

  /** Writes what is left of the last answer. */
  void end() throws IOException {
    reasoning(late);
    late.clear();
  }

  private void reasoning(Map<String, ? extends CharSequence> spans) throws IOException {
    for (Map.Entry<String, ? extends CharSequence> span : spans.entrySet()) {
      MessageJson.reasoning(span.getKey(), span.getValue(), json);
    }
  }
}
