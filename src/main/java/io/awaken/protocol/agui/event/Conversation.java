package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The messages of a thread as the events of a run make them, for snapshots: what was there before,
 * and what the run says. Bounded: beyond {@link #MAX_CHARS} of a run's own there is no snapshot any
 * more. For one thread at a time.
 */
final class Conversation {

  /** Characters that the messages of a run may have: each of its readers has them. */
  static final int MAX_CHARS = 256 * 1024;

  private final List<Message> before = new ArrayList<>();
  private final List<SaidMessage> said = new ArrayList<>();
  private boolean known;
  private boolean whole;
  private long chars;

  Conversation(History history) {
    before.addAll(history.messages());
    known = history.known();
    whole = history.whole();
  }

  /** Whether all messages of the thread are known. */
  boolean whole() {
    return whole && !full();
  }

  /** Whether the newest messages are known, so that a snapshot may take the place of others. */
  boolean known() {
    return known && !full();
  }

  private boolean full() {
    return chars > MAX_CHARS;
  }

  /**
   * A step begins.
   *
   * @return whether it is a repetition, so that what was said in it is void
   */
  boolean begin(String messageId) {
    int first = indexOf(messageId);
    if (first < 0) {
      return false;
    }
    boolean heard = said.get(first).heard();
    said.subList(first, said.size()).clear();
    return heard;
  }

  private int indexOf(String messageId) {
    for (int i = said.size() - 1; i >= 0; i--) {
      if (said.get(i).id().equals(messageId)) {
        return i;
      }
    }
    return -1;
  }

  /** More text of a message. */
  void text(String messageId, String delta) {
    if (count(delta.length())) {
      answer(messageId).text().append(delta);
    }
  }

  /** More of what the model thinks before it gives an answer, in a span of reasoning. */
  void reasoning(String messageId, String spanId, String delta) {
    if (count(delta.length())) {
      answer(messageId).thought(spanId, delta);
    }
  }

  /** The model begins to call a tool. */
  void call(String messageId, String callId, String name) {
    if (count(callId.length() + name.length())) {
      answer(messageId).call(callId, name);
    }
  }

  /** More arguments of a call. */
  void arguments(String callId, String delta) {
    SaidCall call = find(callId);
    if (call != null && count(delta.length())) {
      call.arguments().append(delta);
    }
  }

  /**
   * A call is void.
   *
   * @return whether a reader has something of it
   */
  boolean drop(String callId) {
    boolean dropped = false;
    for (SaidMessage message : said) {
      dropped |= message.find(callId) != null && message.calls().remove(message.find(callId));
    }
    said.removeIf(SaidMessage::empty);
    return dropped;
  }

  /**
   * The calls of an answer are void.
   *
   * @return whether a reader has something of them
   */
  boolean dropCalls(String messageId) {
    int found = indexOf(messageId);
    if (found < 0 || said.get(found).calls().isEmpty()) {
      return false;
    }
    said.get(found).calls().clear();
    said.removeIf(SaidMessage::empty);
    return true;
  }

  /** A call is complete. */
  void ready(String callId, JsonNode arguments) {
    SaidCall call = find(callId);
    if (call != null) {
      String text = arguments.toString();
      call.arguments().setLength(0);
      if (count(text.length())) {
        call.arguments().append(text);
      }
    }
  }

  /** The call as the model asked for it; null where no event of the run told of it. */
  SaidCall find(String callId) {
    for (int i = said.size() - 1; i >= 0; i--) {
      SaidCall call = said.get(i).find(callId);
      if (call != null) {
        return call;
      }
    }
    return null;
  }

  /** A call has its result. */
  void done(AgentEvent.ToolCallDone done) {
    if (count(done.result().modelText().length())) {
      said.add(SaidMessage.result(done));
    }
  }

  /** The messages are these, and behind them is what the run says from now on. */
  void replace(AgentEvent.MessagesSnapshot snapshot) {
    before.clear();
    before.addAll(snapshot.messages());
    said.clear();
    chars = 0;
    known = true;
    whole = true;
  }

  /** The newest messages of others that are not known yet. */
  List<Message> unknown(List<Message> messages) {
    Set<String> ids = new HashSet<>();
    before.forEach(message -> ids.add(message.id()));
    said.forEach(message -> ids.add(message.id()));
    int from = messages.size();
    while (from > 0 && isInput(messages.get(from - 1)) && !ids.contains(id(messages, from - 1))) {
      from--;
    }
    return messages.subList(from, messages.size());
  }

  private static String id(List<Message> messages, int index) {
    return messages.get(index).id();
  }

  private static boolean isInput(Message message) {
    return message.role() == Role.USER || message.role() == Role.SYSTEM;
  }

  /** A message that came while the run was under way. */
  void add(Message message) {
    if (count(message.text().length())) {
      said.add(SaidMessage.of(message));
    }
  }

  void write(JsonGenerator json, String threadId, Dialect dialect) throws IOException {
    var messages = new MessageJson(threadId, dialect);
    json.writeStartArray();
    for (Message message : before) {
      messages.writeAll(message, json);
    }
    for (SaidMessage message : said) {
      message.write(messages, json);
    }
    json.writeEndArray();
  }

  private SaidMessage answer(String messageId) {
    int found = indexOf(messageId);
    if (found >= 0) {
      return said.get(found);
    }
    var answer = SaidMessage.answer(messageId);
    said.add(answer);
    return answer;
  }

  private boolean count(int more) {
    chars += more;
    return !full();
  }
}
