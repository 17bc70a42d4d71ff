package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The state that clients may see, from the events of a run, for snapshots. Supports the three patch
 * operations that the runtime uses. For one thread at a time.
 */
final class VisibleState {

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
