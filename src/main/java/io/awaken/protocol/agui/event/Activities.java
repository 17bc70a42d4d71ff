package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.AgentEvent;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Writes activities. In the protocol an activity is a separate message: its id is that of its
 * message or call plus the type, because an activity with the id of an answer would replace the
 * answer. Values that are not objects, and invalid patches, become custom events. For one thread at
 * a time.
 */
final class Activities {

  private static final Set<String> WITH_VALUE = Set.of("add", "replace", "test");
  private static final Set<String> WITH_FROM = Set.of("move", "copy");

  private final EventWriter events;
  private final Set<String> shown = new HashSet<>();

  Activities(EventWriter events) {
    this.events = events;
  }

  void snapshot(AgentEvent.ActivitySnapshot activity) throws IOException {
    String id = id(activity.messageId(), activity.activityType());
    if (!activity.content().isObject()) {
      shown.remove(id);
      custom(activity.messageId(), activity.activityType(), "content", activity.content());
      return;
    }
    shown.add(id);
    events.event(
        "ACTIVITY_SNAPSHOT",
        json -> {
          json.writeStringField("messageId", id);
          json.writeStringField("activityType", activity.activityType());
          json.writeFieldName("content");
          json.writeTree(activity.content());
          json.writeBooleanField("replace", activity.replace());
        });
  }

  void delta(AgentEvent.ActivityDelta activity) throws IOException {
    String id = id(activity.messageId(), activity.activityType());
    if (!shown.contains(id) || !isPatch(activity.patch())) {
      custom(activity.messageId(), activity.activityType(), "patch", activity.patch());
      return;
    }
    events.event(
        "ACTIVITY_DELTA",
        json -> {
          json.writeStringField("messageId", id);
          json.writeStringField("activityType", activity.activityType());
          json.writeFieldName("patch");
          json.writeTree(activity.patch());
        });
  }

  private void custom(String messageId, String type, String field, JsonNode value)
      throws IOException {
    events.custom(
        "awaken.activity",
        json -> {
          json.writeStringField("messageId", messageId);
          json.writeStringField("activityType", type);
          json.writeFieldName(field);
          json.writeTree(value);
        });
  }

  private static String id(String messageId, String type) {
    return messageId + "-" + type;
  }

  /** Clients reject anything else. */
  static boolean isPatch(JsonNode patch) {
    if (!patch.isArray()) {
      return false;
    }
    for (JsonNode operation : patch) {
      if (!isOperation(operation)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOperation(JsonNode operation) {
    String op = operation.path("op").asText();
    boolean complete =
        op.equals("remove")
            || WITH_VALUE.contains(op) && operation.has("value")
            || WITH_FROM.contains(op) && isPointer(operation.path("from"));
    return complete && isPointer(operation.path("path"));
  }

  private static boolean isPointer(JsonNode text) {
    return text.isTextual() && text.textValue().matches("(/([^/~]|~[01])*)*");
  }
}
