package io.awaken.mcp;

import io.awaken.rpc.AbsentFields;
import java.util.Set;

/** What null means in the fields of MCP messages. */
public final class McpFields {

  /** Arguments, schemas and structured content belong to the tools. */
  public static final AbsentFields ABSENT =
      new AbsentFields(
          Set.of("id", "result", "structuredContent", "data", "default", "const", "enum"),
          Set.of(
              "structuredContent",
              "arguments",
              "input",
              "inputSchema",
              "outputSchema",
              "requestedSchema",
              "data",
              "default",
              "const",
              "enum"),
          McpMeta.FIELD,
          "io.modelcontextprotocol/");

  private McpFields() {}
}
