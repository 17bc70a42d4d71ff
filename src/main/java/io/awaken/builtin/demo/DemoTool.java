package io.awaken.builtin.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ToolResult;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolOutput;

/** A tool with one textual parameter, whose answer is ready at once. Thread-safe. */
abstract class DemoTool implements Tool {

  private final ToolDescriptor descriptor;
  private final String parameter;

  DemoTool(String id, String name, String description, TextParameter parameter) {
    this.descriptor = new ToolDescriptor(id, name, description, parameter.schema(), "demo");
    this.parameter = parameter.name();
  }

  /**
   * The answer to a call.
   *
   * @param argument the argument; missing if it is not required
   */
  abstract ToolResult answer(JsonNode argument);

  @Override
  public final ToolDescriptor descriptor() {
    return descriptor;
  }

  @Override
  public final boolean inline() {
    return true;
  }

  @Override
  public final ToolOutput execute(JsonNode arguments, ToolCallContext context) {
    return ToolOutput.of(answer(arguments.path(parameter)));
  }

  /**
   * The parameter, and its schema.
   *
   * @param name its name in the argument object
   * @param description its description for the model
   * @param maxLength maximum characters; the minimum is one
   * @param required whether it is required
   */
  record TextParameter(String name, String description, int maxLength, boolean required) {

    ObjectNode schema() {
      ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
      schema
          .putObject("properties")
          .putObject(name)
          .put("type", "string")
          .put("description", description)
          .put("minLength", 1)
          .put("maxLength", maxLength);
      if (required) {
        schema.putArray("required").add(name);
      }
      return schema.put("additionalProperties", false);
    }
  }
}
