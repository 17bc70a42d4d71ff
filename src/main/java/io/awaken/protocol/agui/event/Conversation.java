package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.protocol.agui.event.MessageJson.RequestedCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The messages of a thread, assembled from earlier messages and the events of a run, for snapshots.
 * Beyond {@link #MAX_CHARS} characters of the run there are no more snapshots. For one thread at a
 * time.
 */
final class Conversation {

  /** Characters of a run's messages, at most: each of its readers has a copy. */
  static final int MAX_CHARS = 256 * 1024;

  private final List<Message> before = new ArrayList<>();
  private final List<RunMessage> added = new ArrayList<>();
  private boolean known;
  private boolean complete;
  private long chars;

  Conversation(EarlierMessages history) {
    before.addAll(history.messages());
    known = history.known();
    complete = history.complete();
  }

  /** Whether all messages of the thread are known. */
  boolean complete() {
    return complete && !full();
  }

  /** Whether the newest messages are known, so that a snapshot may replace the reader's. */
  boolean known() {
    return known && !full();
  }

  private boolean full() {
    return chars > MAX_CHARS;
  }

  /**
   * Begins a step.
   *
   * @return whether it repeats a step of which the reader has visible output
   */
  boolean begin(String messageId) {
    int first = indexOf(messageId);
    if (first < 0) {
      return false;
    }
    boolean visible = added.get(first).hasContent();
    added.subList(first, added.size()).clear();
    return visible;
  }

  private int indexOf(String messageId) {
    for (int i = added.size() - 1; i >= 0; i--) {
      if (added.get(i).id().equals(messageId)) {
        return i;
      }
    }
    return -1;
  }

  /** Appends text to a message. */
  void text(String messageId, String delta) {
    if (count(delta.length())) {
      answer(messageId).text().append(delta);
    }
  }

  /** Appends reasoning to a span of a message. */
  void reasoning(String messageId, String spanId, String delta) {
    if (count(delta.length())) {
      answer(messageId).addReasoning(spanId, delta);
    }
  }

  /** Begins a tool call. */
  void call(String messageId, String callId, String name) {
    if (count(callId.length() + name.length())) {
      answer(messageId).call(callId, name);
    }
  }

  /** Appends arguments to a call. */
  void arguments(String callId, String delta) {
    RequestedCall call = find(callId);
    if (call != null && count(delta.length())) {
      call.arguments().append(delta);
    }
  }

  /**
   * Discards a call.
   *
   * @return whether a reader has part of it
   */
  boolean drop(String callId) {
    boolean dropped = false;
    for (RunMessage message : added) {
      dropped |= message.find(callId) != null && message.calls().remove(message.find(callId));
    }
    added.removeIf(RunMessage::empty);
    return dropped;
  }

  /**
   * Discards the calls of an answer.
   *
   * @return whether a reader has part of them
   */
  boolean dropCalls(String messageId) {
    int found = indexOf(messageId);
    if (found < 0 || added.get(found).calls().isEmpty()) {
      return false;
    }
    added.get(found).calls().clear();
    added.removeIf(RunMessage::empty);
    return true;
  }

  /** Completes a call. */
  void ready(String callId, JsonNode arguments) {
    RequestedCall call = find(callId);
    if (call != null) {
      String text = arguments.toString();
      call.arguments().setLength(0);
      if (count(text.length())) {
        call.arguments().append(text);
      }
    }
  }

  /** A requested call; null if no event of the run contained it. */
  RequestedCall find(String callId) {
    for (int i = added.size() - 1; i >= 0; i--) {
      RequestedCall call = added.get(i).find(callId);
      if (call != null) {
        return call;
      }
    }
    return null;
  }

  /** Adds the result of a call. */
  void done(AgentEvent.ToolCallDone done) {
    if (count(done.result().modelText().length())) {
      added.add(RunMessage.result(done));
    }
  }

  /** Replaces all messages except those of the run that the snapshot precedes: they are pending. */
  void replace(AgentEvent.MessagesSnapshot snapshot) {
    before.clear();
    before.addAll(snapshot.messages());
    Set<String> ids = new HashSet<>();
    before.forEach(message -> ids.add(message.id()));
    added.removeIf(message -> ids.contains(message.id()));
    chars = added.isEmpty() ? 0 : chars;
    known = true;
    complete = true;
  }

  /** The newest messages that are missing here. */
  List<Message> unknown(List<Message> messages) {
    Set<String> ids = new HashSet<>();
    before.forEach(message -> ids.add(message.id()));
    added.forEach(message -> ids.add(message.id()));
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

  /** Adds a message that arrived during the run. */
  void add(Message message) {
    if (count(message.text().length())) {
      added.add(RunMessage.of(message));
    }
  }

  void write(JsonGenerator json, RunNames names) throws IOException {
    var messages = new MessagesJson(names, json);
    json.writeStartArray();
    for (Message message : before) {
      messages.write(message);
    }
    for (RunMessage message : added) {
      messages.write(message);
    }
    messages.end();
    json.writeEndArray();
  }

  private RunMessage answer(String messageId) {
    int found = indexOf(messageId);
    if (found >= 0) {
      return added.get(found);
    }
    var answer = RunMessage.answer(messageId);
    added.add(answer);
    return answer;
  }

  private boolean count(int more) {
    chars += more;
    return !full();
  }

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
      Map<String, StringBuilder> spans =
          hasContent() && !before.containsKey(spanId) ? after : before;
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
}
