package io.awaken.core.agent;

import io.awaken.core.tool.ArgumentSchema;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolDescriptor;
import java.util.regex.Pattern;

/**
 * A tool with its descriptor read and its schema compiled once.
 *
 * @param tool the tool
 * @param descriptor as of registration
 * @param schema its parameters, compiled
 */
public record RegisteredTool(Tool tool, ToolDescriptor descriptor, ArgumentSchema schema) {

  /** What every model provider accepts as the name of a tool. */
  private static final Pattern ID = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

  /**
   * @throws IllegalArgumentException when no model could name it, or its parameters are no schema
   */
  public static RegisteredTool of(Tool tool) {
    ToolDescriptor descriptor = tool.descriptor();
    String id = descriptor.id();
    if (!isId(id)) {
      throw new IllegalArgumentException(
          "tool " + id + ": an id has 1 to 64 letters, digits, '_' and '-' only");
    }
    try {
      return new RegisteredTool(tool, descriptor, new ArgumentSchema(descriptor.parameters()));
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "tool " + id + " has parameters that are no JSON schema", e);
    }
  }

  /** Whether every model could name a tool so. */
  static boolean isId(String id) {
    return id != null && ID.matcher(id).matches();
  }
}
