package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import java.io.IOException;

/**
 * Writes state and messages of a thread as a whole, and their changes. For one thread at a time.
 */
final class Snapshots {

  private final EventWriter events;
  private final OpenBlocks blocks;
  private final Conversation conversation;
  private final RunNames names;
  private final SeenState state = new SeenState();

  Snapshots(EventWriter events, OpenBlocks blocks, Conversation conversation, RunNames names) {
    this.events = events;
    this.blocks = blocks;
    this.conversation = conversation;
    this.names = names;
  }

  void state(AgentEvent.StateSnapshot snapshot) throws IOException {
    state.snapshot(snapshot.snapshot());
    tree("STATE_SNAPSHOT", "snapshot", snapshot.snapshot());
  }

  void change(AgentEvent.StateDelta delta) throws IOException {
    state.patch(delta.delta());
    tree("STATE_DELTA", "delta", delta.delta());
  }

  /** Others said something while the run was under way. */
  void messages(AgentEvent.MessagesSnapshot snapshot) throws IOException {
    blocks.closeContent();
    if (!snapshot.partial()) {
      conversation.replace(snapshot);
      messages();
      return;
    }
    // A snapshot without the older ones would take those from the reader.
    for (Message said : conversation.unknown(snapshot.messages())) {
      conversation.add(said);
      boolean media = said.content().stream().anyMatch(Media.class::isInstance);
      if (!media && !said.text().isEmpty()) {
        blocks.text(said.id(), said.role().wire(), said.text());
        blocks.closeContent();
      }
    }
  }

  /** Before the run waits: the whole, where it is known. */
  void whole() throws IOException {
    state();
    if (conversation.whole()) {
      messages();
    }
  }

  /** A part of an answer is void: the messages without it take its place. */
  void takeBack() throws IOException {
    if (conversation.known()) {
      messages();
    }
  }

  /** What the reader has is void: all that is known takes its place. */
  void correct() throws IOException {
    state();
    if (conversation.known()) {
      messages();
    }
  }

  private void state() throws IOException {
    if (state.value() != null) {
      tree("STATE_SNAPSHOT", "snapshot", state.value());
    }
  }

  private void messages() throws IOException {
    events.event(
        "MESSAGES_SNAPSHOT",
        json -> {
          json.writeFieldName("messages");
          conversation.write(json, names.threadId(), names.dialect());
        });
  }

  private void tree(String type, String field, JsonNode value) throws IOException {
    events.event(
        type,
        json -> {
          json.writeFieldName(field);
          json.writeTree(value);
        });
  }
}
