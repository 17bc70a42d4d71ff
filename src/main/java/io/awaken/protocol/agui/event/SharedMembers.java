package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.action.RuntimeKeys;

/**
 * The state as a page sees it: the members of the shared state beside the values of plugins. A
 * value of a plugin hides a member of the same name. Stateless.
 */
final class SharedMembers {

  private static final String KEY = RuntimeKeys.SHARED_STATE.name();
  private static final String PATH = "/" + KEY;

  private SharedMembers() {}

  /** The page's form of a state by key name. */
  static JsonNode lifted(JsonNode state) {
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
  static ArrayNode lifted(JsonNode patch, JsonNode after) {
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
