package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.RunId;

/** Adds the related task to a message; 2025-11-25. Stateless. */
public final class RelatedTask {

  private static final String NAME = "io.modelcontextprotocol/related-task";

  private RelatedTask() {}

  /** A copy with the task in its metadata. */
  public static ObjectNode in(ObjectNode message, RunId task) {
    message.withObject("/_meta").putObject(NAME).put("taskId", task.value());
    return message;
  }
}
