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
      events.texts("STEP_STARTED", "stepName", step);
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
      events.texts("TEXT_MESSAGE_START", "messageId", messageId, "role", role);
    }
    piece("TEXT_MESSAGE_CONTENT", "messageId", messageId, delta);
  }

  /** Starts a reasoning span and its message, which share an id. */
  void beginReasoning(String messageId) throws IOException {
    inStep();
    closeContent();
    reasoning = messageId;
    events.texts("REASONING_START", "messageId", messageId);
    events.texts("REASONING_MESSAGE_START", "messageId", messageId, "role", "reasoning");
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
    events.texts(
        "TOOL_CALL_START", "toolCallId", id, "toolCallName", name, "parentMessageId", parent);
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
      events.texts("TOOL_CALL_END", "toolCallId", id);
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
      events.texts("TEXT_MESSAGE_END", "messageId", text);
      text = null;
    }
    if (reasoning != null) {
      events.texts("REASONING_MESSAGE_END", "messageId", reasoning);
      events.texts("REASONING_END", "messageId", reasoning);
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
      events.texts("STEP_FINISHED", "stepName", step);
    }
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
