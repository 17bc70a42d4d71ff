package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.RunId;

/** Says in a message which task it belongs to; 2025-11-25. Stateless. */
public final class RelatedTask {

  private static final String NAME = "io.modelcontextprotocol/related-task";

  private RelatedTask() {}

  /** The same object, with the task in its metadata. */
  public static ObjectNode in(ObjectNode message, RunId task) {
    message.withObject("/_meta").putObject(NAME).put("taskId", task.value());
    return message;
  }
}
