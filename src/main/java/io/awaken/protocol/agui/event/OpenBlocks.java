package io.awaken.protocol.agui.event;

import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The blocks that are open on the wire: a step, a text message, a reasoning span, tool calls. None
 * stays open at the end of a run. For one thread at a time.
 */
final class OpenBlocks {

  private final EventWriter events;
  private final Set<String> calls = new LinkedHashSet<>();
  private final Set<String> argued = new HashSet<>();
  private String text;
  private String reasoning;
  private String step;
  private boolean stepStarted;

  OpenBlocks(EventWriter events) {
    this.events = events;
  }

  /**
   * Forgets the open blocks, because the reader starts another run; continued blocks are reopened.
   */
  void forget() {
    text = null;
    reasoning = null;
    calls.clear();
    stepStarted = false;
  }

  /** Whether arguments of an open call were written. */
  boolean hasArguments(String id) {
    return argued.contains(id);
  }

  void beginStep(String name) throws IOException {
    endStep();
    step = name;
    inStep();
  }

  /** Reopens a step in which the run was suspended, with its next event. */
  void inStep() throws IOException {
    if (step != null && !stepStarted) {
      stepStarted = true;
      events.event("STEP_STARTED", json -> json.writeStringField("stepName", step));
    }
  }

  void endStep() throws IOException {
    closeContent();
    closeCalls();
    closeStep();
    step = null;
  }

  void text(String messageId, String role, String delta) throws IOException {
    if (!messageId.equals(text)) {
      inStep();
      closeContent();
      text = messageId;
      events.event(
          "TEXT_MESSAGE_START",
          json -> {
            json.writeStringField("messageId", messageId);
            json.writeStringField("role", role);
          });
    }
    piece("TEXT_MESSAGE_CONTENT", "messageId", messageId, delta);
  }

  /** Starts a reasoning span and its message, which share an id. */
  void beginReasoning(String messageId) throws IOException {
    inStep();
    closeContent();
    reasoning = messageId;
    message("REASONING_START", messageId);
    events.event(
        "REASONING_MESSAGE_START",
        json -> {
          json.writeStringField("messageId", messageId);
          json.writeStringField("role", "reasoning");
        });
  }

  /** The open reasoning span; null for none. */
  String reasoning() {
    return reasoning;
  }

  void reasoning(String delta) throws IOException {
    piece("REASONING_MESSAGE_CONTENT", "messageId", reasoning, delta);
  }

  /** Begins a call, unless it is open. */
  void beginCall(String id, String name, String parent) throws IOException {
    if (!calls.add(id)) {
      return;
    }
    inStep();
    closeContent();
    events.event(
        "TOOL_CALL_START",
        json -> {
          json.writeStringField("toolCallId", id);
          json.writeStringField("toolCallName", name);
          if (parent != null) {
            json.writeStringField("parentMessageId", parent);
          }
        });
  }

  void arguments(String id, String delta) throws IOException {
    if (!delta.isEmpty()) {
      argued.add(id);
    }
    piece("TOOL_CALL_ARGS", "toolCallId", id, delta);
  }

  void endCall(String id) throws IOException {
    argued.remove(id);
    if (calls.remove(id)) {
      events.event("TOOL_CALL_END", json -> json.writeStringField("toolCallId", id));
    }
  }

  /** Ends everything; a step in which the run is suspended is reopened later. */
  void close() throws IOException {
    closeContent();
    closeCalls();
    closeStep();
  }

  void closeContent() throws IOException {
    if (text != null) {
      message("TEXT_MESSAGE_END", text);
      text = null;
    }
    if (reasoning != null) {
      message("REASONING_MESSAGE_END", reasoning);
      message("REASONING_END", reasoning);
      reasoning = null;
    }
  }

  void closeCalls() throws IOException {
    for (String call : List.copyOf(calls)) {
      endCall(call);
    }
  }

  private void closeStep() throws IOException {
    if (stepStarted) {
      stepStarted = false;
      events.event("STEP_FINISHED", json -> json.writeStringField("stepName", step));
    }
  }

  private void message(String type, String messageId) throws IOException {
    events.event(type, json -> json.writeStringField("messageId", messageId));
  }

  /** Empty pieces carry no content, and earlier clients reject them. */
  private void piece(String type, String idField, String id, String delta) throws IOException {
    if (!delta.isEmpty()) {
      events.event(
          type,
          json -> {
            json.writeStringField(idField, id);
            json.writeStringField("delta", delta);
          });
    }
  }
}
