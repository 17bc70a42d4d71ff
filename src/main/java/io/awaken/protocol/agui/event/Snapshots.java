package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ClientMessageIds;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import java.io.IOException;

/** Writes state and messages of a thread as snapshots and changes. For one thread at a time. */
final class Snapshots {

  private static final String KEY = RuntimeKeys.SHARED_STATE.name();
  private static final String PATH = "/" + KEY;

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
    ArrayNode patch = lifted(delta.delta(), state.value());
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
      tree("STATE_SNAPSHOT", "snapshot", lifted(state.value()));
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

  /**
   * The state that clients may see, from the events of a run, for snapshots. Supports the three
   * patch operations that the runtime uses. For one thread at a time.
   */
  static final class VisibleState {

    private JsonNode value;

    /** The state; null if the run has none. */
    JsonNode value() {
      return value;
    }

    void snapshot(JsonNode snapshot) {
      value = snapshot.deepCopy();
    }

    /** Applies a patch; operations with an unknown target are ignored. */
    void patch(JsonNode patch) {
      if (value == null) {
        value = JsonNodeFactory.instance.objectNode();
      }
      for (JsonNode operation : patch) {
        apply(operation);
      }
    }

    private void apply(JsonNode operation) {
      JsonPointer path = JsonPointer.compile(operation.path("path").asText());
      JsonNode next = operation.path("value").deepCopy();
      if (path.matches()) {
        value = next;
        return;
      }
      String member = path.last().getMatchingProperty();
      boolean remove = operation.path("op").asText().equals("remove");
      switch (value.at(path.head())) {
        case ObjectNode object when remove -> object.remove(member);
        case ObjectNode object -> object.set(member, next);
        case ArrayNode array -> element(array, path.last().getMatchingIndex(), operation, next);
        default -> {
          // The target does not exist.
        }
      }
    }

    private static void element(ArrayNode array, int index, JsonNode operation, JsonNode next) {
      switch (operation.path("op").asText()) {
        case "remove" -> array.remove(index);
        case "replace" -> array.set(index, next);
        default -> {
          if (index < 0) {
            array.add(next);
          } else {
            array.insert(index, next);
          }
        }
      }
    }
  }

  /**
   * The page's form of a state by key name: the members of the shared state beside the values of
   * plugins. A value of a plugin hides a member of the same name.
   */
  private static JsonNode lifted(JsonNode state) {
    if (!(state.get(KEY) instanceof ObjectNode shared)) {
      return state;
    }
    ObjectNode page = shared.objectNode();
    page.setAll(shared);
    page.setAll((ObjectNode) state);
    page.remove(KEY);
    return page;
  }

  /**
   * The page's form of a patch; null if only a snapshot can express it.
   *
   * @param after the state by key name after the patch
   */
  private static ArrayNode lifted(JsonNode patch, JsonNode after) {
    ArrayNode page = JsonNodeFactory.instance.arrayNode();
    for (JsonNode operation : patch) {
      String path = operation.path("path").asText();
      if (path.equals(PATH)) {
        return null;
      }
      boolean shared = path.startsWith(PATH + "/");
      boolean reveals =
          operation.path("op").asText().equals("remove") && after.path(KEY).has(path.substring(1));
      if (reveals || shared && hidden(after)) {
        return null;
      }
      page.add(
          shared
              ? ((ObjectNode) operation)
                  .objectNode()
                  .<ObjectNode>setAll((ObjectNode) operation)
                  .put("path", path.substring(PATH.length()))
              : operation);
    }
    return page;
  }

  private static boolean hidden(JsonNode state) {
    for (var member : state.path(KEY).properties()) {
      if (state.has(member.getKey())) {
        return true;
      }
    }
    return false;
  }
}
