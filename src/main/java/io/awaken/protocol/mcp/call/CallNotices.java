package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.tool.LogLevel;
import io.awaken.core.tool.ToolActivity;
import io.awaken.rpc.JsonRpcMessage.Notification;
import java.util.Optional;

/** What clients learn of a call before its result: progress and log messages. Stateless. */
final class CallNotices {

  private CallNotices() {}

  /**
   * An event as a log message for the client (features row 1267).
   *
   * @param minimum the minimum level; null for no messages
   * @return empty for any other event, or for a message below the level
   */
  static Optional<Notification> log(AgentEvent event, LogLevel minimum) {
    if (minimum == null
        || !(event instanceof AgentEvent.Custom custom)
        || !custom.name().equals(ToolActivity.LOG)) {
      return Optional.empty();
    }
    JsonNode message = custom.value();
    return LogLevel.of(message.path("level").asText())
        .filter(minimum::includes)
        .map(level -> new Notification("notifications/message", params(level, message)));
  }

  private static ObjectNode params(LogLevel level, JsonNode message) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("level", level.wire())
        .put("logger", message.path("tool").asText())
        .put("data", message.path("message").asText());
  }

  /**
   * Progress of a call.
   *
   * @param token identifies the call
   * @param progress greater than any before
   */
  static Notification progress(JsonNode token, long progress, String message) {
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    params.set("progressToken", token);
    return new Notification(
        "notifications/progress", params.put("progress", progress).put("message", message));
  }

  /** The text of progress that a tool reports. */
  static String text(AgentEvent.ActivitySnapshot progress) {
    JsonNode content = progress.content();
    return content.path("message").asText(content.path("status").asText());
  }
}
