package io.awaken.builtin.permission.pattern;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.tool.ToolDescriptor;

/**
 * A call to match against patterns.
 *
 * @param toolId the tool that is called
 * @param arguments its arguments
 * @param primaryArgument the argument that {@code Tool(text)} matches; null when the tool declared
 *     none, see {@link ToolCallPattern}
 * @param destructive whether its tool is declared destructive
 */
public record CallSubject(
    String toolId, JsonNode arguments, String primaryArgument, boolean destructive) {

  /** A non-destructive call. */
  public CallSubject(String toolId, JsonNode arguments, String primaryArgument) {
    this(toolId, arguments, primaryArgument, false);
  }

  /** A call of a tool without further declarations. */
  public static CallSubject of(String toolId, JsonNode arguments) {
    return new CallSubject(toolId, arguments, null);
  }

  /** A call of a tool, with its declared primary argument, otherwise its only parameter. */
  public static CallSubject of(ToolDescriptor tool, JsonNode arguments) {
    return new CallSubject(tool.id(), arguments, primary(tool), tool.destructive());
  }

  private static String primary(ToolDescriptor tool) {
    if (tool.primaryArgument() != null || tool.parameters() == null) {
      return tool.primaryArgument();
    }
    JsonNode properties = tool.parameters().path("properties");
    return properties.isObject() && properties.size() == 1 ? properties.fieldNames().next() : null;
  }
}
