package io.awaken.core.agent;

import io.awaken.core.tool.ArgumentSchema;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolDescriptor;
import java.util.regex.Pattern;

/**
 * A tool with its descriptor and compiled schema.
 *
 * @param tool the tool
 * @param descriptor its descriptor at registration
 * @param schema its compiled parameter schema
 */
public record RegisteredTool(Tool tool, ToolDescriptor descriptor, ArgumentSchema schema) {

  /** Tool names that every model provider accepts. */
  private static final Pattern ID = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

  /**
   * @throws IllegalArgumentException when its id or its schema is invalid
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

  /** Whether every model provider accepts a tool id. */
  static boolean isId(String id) {
    return id != null && ID.matcher(id).matches();
  }
}
