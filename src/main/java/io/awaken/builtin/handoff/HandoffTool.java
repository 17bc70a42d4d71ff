package io.awaken.builtin.handoff;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.context.Sections;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolOutput;
import java.util.Set;

/**
 * {@code agent_handoff(agent)}: the model hands over to a variant or agent that its agent's section
 * names. Only validates the target; {@link HandoffPlugin} hands over. Thread-safe.
 */
final class HandoffTool implements Tool {

  static final String ID = "agent_handoff";
  static final String TARGET = "agent";

  private final Set<String> shared;

  /**
   * @param shared variants that every agent has
   */
  HandoffTool(Set<String> shared) {
    this.shared = shared;
  }

  @Override
  public ToolDescriptor descriptor() {
    return new ToolDescriptor(
        ID,
        "Hand over",
        "Hands the conversation over to another agent, which continues it from the next step.",
        parameters(Set.of()),
        "handoff",
        TARGET);
  }

  /** A copy for an agent with these handoff targets. */
  static ToolDescriptor describing(ToolDescriptor tool, Set<String> targets) {
    return new ToolDescriptor(
        tool.id(),
        tool.name(),
        tool.description(),
        parameters(targets),
        tool.category(),
        tool.primaryArgument());
  }

  @Override
  public boolean inline() {
    return true;
  }

  @Override
  public ToolOutput execute(JsonNode arguments, ToolCallContext context) {
    return ToolOutput.of(answer(arguments, context));
  }

  private ToolResult answer(JsonNode arguments, ToolCallContext context) {
    String target = arguments.path(TARGET).asText();
    Set<String> targets =
        new Sections(context.agent().configuration()).get(HandoffSection.SECTION).targets(shared);
    if (!targets.contains(target)) {
      return ToolResult.errorWithCode(
          ID,
          "unknown_agent",
          "agent: no such handoff target; available are " + String.join(", ", targets));
    }
    return ToolResult.successWithMessage(
        ID,
        JsonNodeFactory.instance.objectNode().put(TARGET, target),
        "the conversation continues with " + target);
  }

  private static JsonNode parameters(Set<String> targets) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode target =
        schema
            .putObject("properties")
            .putObject(TARGET)
            .put("type", "string")
            // Hashed with the schema: runs pinned to another text would ask for approvals again.
            .put("description", "Who goes on")
            .put("minLength", 1)
            .put("maxLength", 128);
    if (!targets.isEmpty()) {
      targets.forEach(target.putArray("enum")::add);
    }
    schema.putArray("required").add(TARGET);
    return schema.put("additionalProperties", false);
  }
}
