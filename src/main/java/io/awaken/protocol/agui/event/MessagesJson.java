package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.http.json.ProtocolJson;
import io.awaken.protocol.agui.event.Conversation.RunMessage;
import io.awaken.protocol.agui.event.MessageJson.ContentJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes messages in the order in which a client has them from the events of their runs. Each span
 * of reasoning is a message: one that began after the first content of its answer follows the
 * answer and the results of its calls, because clients insert results directly behind the answer.
 * For one thread at a time.
 */
public final class MessagesJson {

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

  /**
   * A thread for a client that loads it: {@code threadId}, {@code messages}, {@code partial} if
   * there are older ones, and open suspensions as {@code interrupts} and {@code
   * pendingToolCallIds}.
   *
   * @param threadId the client's id
   * @param open the open suspensions
   */
  public static byte[] thread(
      String threadId, EarlierMessages history, List<SuspensionRecord> open, Dialect dialect) {
    var out = new ByteArrayOutputStream();
    try (JsonGenerator json = ProtocolJson.generator(out)) {
      json.writeStartObject();
      json.writeStringField("threadId", threadId);
      json.writeArrayFieldStart("messages");
      var messages = new MessagesJson(new RunNames(threadId, null, null, dialect), json);
      for (Message message : history.messages()) {
        messages.write(message);
      }
      messages.end();
      json.writeEndArray();
      json.writeBooleanField("partial", !history.complete());
      waiting(open, json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static void waiting(List<SuspensionRecord> open, JsonGenerator json) throws IOException {
    var tickets = new OpenTickets();
    for (SuspensionRecord question : open) {
      tickets.ask(question.callId(), question.ticket(), Instant.ofEpochMilli(question.createdAt()));
    }
    json.writeFieldName("interrupts");
    tickets.write(json);
    json.writeArrayFieldStart("pendingToolCallIds");
    for (String call : tickets.pendingCalls()) {
      json.writeString(call);
    }
    json.writeEndArray();
  }
}
