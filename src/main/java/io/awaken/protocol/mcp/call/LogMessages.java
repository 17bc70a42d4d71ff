package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.tool.LogLevel;
import io.awaken.core.tool.ToolActivity;
import io.awaken.rpc.JsonRpcMessage.Notification;
import java.util.Optional;

/** Log messages of tools for their clients (features row 1267). Stateless. */
public final class LogMessages {

  private LogMessages() {}

  /**
   * An event as a log message for the client.
   *
   * @param minimum the minimum level; null for no messages
   * @return empty for any other event, or for a message below the level
   */
  public static Optional<Notification> of(AgentEvent event, LogLevel minimum) {
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
}
