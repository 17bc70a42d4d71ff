package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.builtin.mcp.transport.MessageHandler;
import io.awaken.core.text.WholeText;
import io.awaken.core.tool.ProgressStatus;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolProgress;
import io.awaken.mcp.JsonRpcMessage.Notification;

/** Publishes the server, tool and progress of a call to the run's readers. */
final class CallProgress implements MessageHandler {

  /** The activity type for server and tool (features row 1075). */
  static final String CALL = "mcp-call";

  /** The notification of progress. */
  static final String METHOD = "notifications/progress";

  private static final int MAX_MESSAGE = 1_000;

  private final ToolCallContext context;

  CallProgress(ToolCallContext context, String server, ListedTool tool) {
    this.context = context;
    context.reportActivity(
        CALL,
        JsonNodeFactory.instance
            .objectNode()
            .put("mcp.server", server)
            .put("mcp.tool", tool.name()));
  }

  @Override
  public void notified(Notification notification) {
    if (!notification.method().equals(METHOD)) {
      return;
    }
    JsonNode params = notification.params();
    double done = params.path("progress").asDouble(-1);
    double total = params.path("total").asDouble(-1);
    String message = params.path("message").asText(null);
    boolean whole = done >= 0 && total > 0 && done <= total;
    context.reportProgress(
        new ToolProgress(
            ProgressStatus.RUNNING,
            message == null ? null : WholeText.cut(message, MAX_MESSAGE),
            whole ? done / total : null,
            done >= 0 ? (Long) Math.round(done) : null,
            total > 0 ? (Long) Math.round(total) : null,
            null,
            null));
  }
}
