package io.awaken.core.agent;

import io.awaken.core.tool.ArgumentSchema;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolDescriptor;

/**
 * A tool with its descriptor read and its schema compiled once.
 *
 * @param tool the tool
 * @param descriptor what it said at registration
 * @param schema its parameters, compiled
 */
public record RegisteredTool(Tool tool, ToolDescriptor descriptor, ArgumentSchema schema) {

  public static RegisteredTool of(Tool tool) {
    ToolDescriptor descriptor = tool.descriptor();
    return new RegisteredTool(tool, descriptor, new ArgumentSchema(descriptor.parameters()));
  }
}
