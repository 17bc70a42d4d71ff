package io.awaken.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;

/**
 * Removes the fields that are null, at any depth: many implementations write null for an absent
 * field. Immutable.
 *
 * @param nullable fields in which null is a value
 * @param foreign fields with values that the protocol does not define; they stay as they are
 * @param metadata the field whose entries belong to their senders
 * @param prefix of the protocol's own entries within the metadata
 */
public record AbsentFields(
    Set<String> nullable, Set<String> foreign, String metadata, String prefix) {

  public AbsentFields {
    nullable = Set.copyOf(nullable);
    foreign = Set.copyOf(foreign);
  }

  /**
   * @param json parameters, a result or an error, which is changed; null for none
   */
  void drop(JsonNode json) {
    if (json instanceof ObjectNode object) {
      object
          .properties()
          .removeIf(entry -> entry.getValue().isNull() && !nullable.contains(entry.getKey()));
      for (Map.Entry<String, JsonNode> entry : object.properties()) {
        if (entry.getKey().equals(metadata)) {
          dropOfMetadata(entry.getValue());
        } else if (!foreign.contains(entry.getKey())) {
          drop(entry.getValue());
        }
      }
    } else if (json != null && json.isArray()) {
      json.forEach(this::drop);
    }
  }

  private void dropOfMetadata(JsonNode entries) {
    if (entries instanceof ObjectNode object) {
      object.properties().removeIf(entry -> entry.getValue().isNull());
      for (Map.Entry<String, JsonNode> entry : object.properties()) {
        if (entry.getKey().startsWith(prefix)) {
          drop(entry.getValue());
        }
      }
    }
  }
}
