package io.awaken.core.action;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.state.Codec;
import java.util.Map;

/**
 * The state that a thread shares with the client's application: the client sends it with a run and
 * gets its changes, the model reads it, plugins and tools read and write it. Immutable; the tree
 * must not be modified.
 *
 * <pre>{@code
 * StateCommand.none().update(RuntimeKeys.SHARED_STATE, SharedState.merge(changes));
 * }</pre>
 *
 * @param values the members
 */
public record SharedState(ObjectNode values) {

  /** Maximum characters as JSON of what a client or the model's tool may write. */
  public static final int MAX_CHARS = 128 * 1024;

  public static final SharedState EMPTY = new SharedState(JsonNodeFactory.instance.objectNode());

  /** Stores the plain object. */
  static final Codec<SharedState> CODEC =
      new Codec<>() {
        @Override
        public JsonNode encode(SharedState state) {
          return state.values();
        }

        @Override
        public SharedState decode(JsonNode json) {
          return new SharedState((ObjectNode) json);
        }
      };

  /**
   * A change.
   *
   * @param values the new members
   * @param whole whether they replace all members; otherwise they are a JSON merge patch (RFC 7396)
   */
  public record Change(ObjectNode values, boolean whole) {}

  /** Replaces all members. */
  public static Change replace(ObjectNode values) {
    return new Change(values, true);
  }

  /** Sets members, merges objects, and removes members that are null in the patch (RFC 7396). */
  public static Change merge(ObjectNode patch) {
    return new Change(patch, false);
  }

  /** The state after a change. */
  public SharedState with(Change change) {
    return new SharedState(
        change.whole() ? change.values().deepCopy() : merged(values, change.values()));
  }

  private static ObjectNode merged(ObjectNode target, ObjectNode patch) {
    ObjectNode next = target.objectNode();
    next.setAll(target);
    for (Map.Entry<String, JsonNode> entry : patch.properties()) {
      String name = entry.getKey();
      switch (entry.getValue()) {
        case ObjectNode inner -> next.set(name, merged(objectAt(target, name), inner));
        case JsonNode value when value.isNull() -> next.remove(name);
        case JsonNode value -> next.set(name, value.deepCopy());
      }
    }
    return next;
  }

  private static ObjectNode objectAt(ObjectNode target, String name) {
    return target.get(name) instanceof ObjectNode object ? object : target.objectNode();
  }
}
