package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ClientMessageIds;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import java.io.IOException;

/** Writes state and messages of a thread as snapshots and changes. For one thread at a time. */
final class Snapshots {

  private final EventWriter events;
  private final OpenBlocks blocks;
  private final Conversation conversation;
  private final RunNames names;
  private final VisibleState state = new VisibleState();

  /**
   * @param stored the state by key name that the reader gets before the run's own; null for none
   */
  Snapshots(
      EventWriter events,
      OpenBlocks blocks,
      Conversation conversation,
      RunNames names,
      JsonNode stored) {
    this.events = events;
    this.blocks = blocks;
    this.conversation = conversation;
    this.names = names;
    if (stored != null) {
      state.snapshot(stored);
    }
  }

  void state(AgentEvent.StateSnapshot snapshot) throws IOException {
    state.snapshot(snapshot.snapshot());
    state();
  }

  void change(AgentEvent.StateDelta delta) throws IOException {
    state.patch(delta.delta());
    ArrayNode patch = SharedMembers.lifted(delta.delta(), state.value());
    if (patch == null) {
      state();
    } else {
      tree("STATE_DELTA", "delta", patch);
    }
  }

  /** Adds messages that arrived during the run. */
  void messages(AgentEvent.MessagesSnapshot snapshot) throws IOException {
    blocks.closeContent();
    if (!snapshot.partial()) {
      conversation.replace(snapshot);
      messages();
      return;
    }
    // A snapshot without the older messages would remove them from the reader.
    for (Message added : conversation.unknown(snapshot.messages())) {
      conversation.add(added);
      boolean media = added.content().stream().anyMatch(Media.class::isInstance);
      if (!media && !added.text().isEmpty()) {
        blocks.text(ClientMessageIds.shown(added.id()), added.role().wire(), added.text());
        blocks.closeContent();
      }
    }
  }

  /** Writes a full snapshot before the run is suspended, if all is known. */
  void full() throws IOException {
    state();
    if (conversation.complete()) {
      messages();
    }
  }

  /** Writes the messages without a discarded part of an answer. */
  void retract() throws IOException {
    if (conversation.known()) {
      messages();
    }
  }

  /** Replaces what the reader has by all that is known. */
  void correct() throws IOException {
    state();
    if (conversation.known()) {
      messages();
    }
  }

  private void state() throws IOException {
    if (state.value() != null) {
      tree("STATE_SNAPSHOT", "snapshot", SharedMembers.lifted(state.value()));
    }
  }

  private void messages() throws IOException {
    events.event(
        "MESSAGES_SNAPSHOT",
        json -> {
          json.writeFieldName("messages");
          conversation.write(json, names);
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
