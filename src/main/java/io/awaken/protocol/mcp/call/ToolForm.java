package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.ToolDescriptor;

/** Entries of {@code tools/list}. Stateless. */
public final class ToolForm {

  private ToolForm() {}

  /** The entry of a tool. */
  public static ObjectNode of(RegisteredTool tool) {
    ToolDescriptor descriptor = tool.descriptor();
    ObjectNode entry = JsonNodeFactory.instance.objectNode();
    entry.put("name", descriptor.id()).put("title", descriptor.name());
    if (descriptor.description() != null) {
      entry.put("description", descriptor.description());
    }
    entry.set("inputSchema", schema(descriptor.parameters()));
    // A repeatable call may still change data the first time.
    boolean safe = tool.tool().retryClass() == RetryClass.SAFE;
    entry.putObject("annotations").put("idempotentHint", safe);
    return entry;
  }

  /** Clients require an object schema. */
  private static ObjectNode schema(JsonNode parameters) {
    ObjectNode schema =
        parameters instanceof ObjectNode object
            ? object.deepCopy()
            : JsonNodeFactory.instance.objectNode();
    return schema.path("type").isMissingNode() ? schema.put("type", "object") : schema;
  }
}
