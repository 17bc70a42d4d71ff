package io.awaken.protocol.agui.event;

import io.awaken.core.event.AgentEvent;
import io.awaken.protocol.agui.event.MessageJson.RequestedCall;
import java.io.IOException;

/** Writes a model's output in a step: text, reasoning, tool calls. For one thread at a time. */
final class AnswerEvents {

  private final EventWriter events;
  private final OpenBlocks blocks;
  private final Conversation conversation;
  private String message;
  private int steps;
  private int spans;

  /**
   * @param run its id is part of the message id if an event names none
   */
  AnswerEvents(String run, EventWriter events, OpenBlocks blocks, Conversation conversation) {
    this.events = events;
    this.blocks = blocks;
    this.conversation = conversation;
    this.message = run + "-0";
  }

  /**
   * Begins a step.
   *
   * @param whenRepeated used when the reader has part of a step that is repeated
   */
  void step(AgentEvent.StepStart start, Snapshots whenRepeated) throws IOException {
    if (!start.messageId().equals(message)) {
      steps++;
    }
    message = start.messageId();
    spans = 0;
    if (conversation.begin(message)) {
      blocks.endStep();
      whenRepeated.correct();
    }
    blocks.beginStep("step " + steps);
  }

  void text(AgentEvent.TextDelta text) throws IOException {
    if (!text.delta().isEmpty()) {
      String id = text.messageId() == null ? message : text.messageId();
      conversation.text(id, text.delta());
      blocks.text(id, "assistant", text.delta());
    }
  }

  void reasoning(String delta) throws IOException {
    if (blocks.reasoning() == null) {
      blocks.beginReasoning(MessageJson.reasoningId(message, ++spans));
    }
    conversation.reasoning(message, blocks.reasoning(), delta);
    blocks.reasoning(delta);
  }

  /** Belongs to the last reasoning span of the step; without one, an empty span is written. */
  void encrypted(String value) throws IOException {
    if (spans == 0) {
      reasoning("");
    }
    blocks.closeContent();
    String entity = MessageJson.reasoningId(message, spans);
    events.texts(
        "REASONING_ENCRYPTED_VALUE",
        "subtype",
        "message",
        "entityId",
        entity,
        "encryptedValue",
        value);
  }

  void call(String id, String name) throws IOException {
    conversation.call(message, id, name);
    blocks.beginCall(id, name, message);
  }

  void arguments(AgentEvent.ToolCallDelta delta) throws IOException {
    RequestedCall call = conversation.find(delta.id());
    blocks.beginCall(delta.id(), call == null ? "" : call.name(), message);
    conversation.arguments(delta.id(), delta.argsDelta());
    blocks.arguments(delta.id(), delta.argsDelta());
  }

  /** Discards a call; if the messages are known, a snapshot removes it from the reader. */
  void cancel(String id, Snapshots snapshots) throws IOException {
    blocks.closeContent();
    blocks.endCall(id);
    if (conversation.drop(id)) {
      snapshots.retract();
    }
  }

  /** Restarts the answer: its calls are discarded, its text stays. */
  void reset(String messageId, Snapshots snapshots) throws IOException {
    blocks.closeContent();
    blocks.closeCalls();
    if (conversation.dropCalls(messageId)) {
      snapshots.retract();
    }
  }

  /** Arguments that were not streamed are written in one piece. */
  void ready(AgentEvent.ToolCallReady ready) throws IOException {
    boolean streamed = blocks.hasArguments(ready.id());
    call(ready.id(), ready.name());
    if (!streamed) {
      blocks.arguments(ready.id(), ready.arguments().toString());
    }
    conversation.ready(ready.id(), ready.arguments());
    blocks.endCall(ready.id());
  }
}
