package io.awaken.core.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * {@code agent_run_{id}(prompt)}: a call starts a run of another agent on a thread of its own and
 * waits for its end (features rows 127, 195). The loop starts that run; the tool itself is never
 * executed. Thread-safe.
 */
public final class DelegateTool implements Tool {

  /** How the names of these tools begin; the agent's id follows. */
  public static final String PREFIX = "agent_run_";

  /** The argument with the message to the agent. */
  public static final String PROMPT = "prompt";

  private final String agentId;
  private final String description;

  /**
   * @param agentId the agent that it runs
   * @param description what that agent does; null if unknown
   */
  public DelegateTool(String agentId, String description) {
    this.agentId = agentId;
    this.description = description;
  }

  /** The id of the tool that runs an agent. */
  public static String id(String agentId) {
    return PREFIX + agentId;
  }

  /** The agent that it runs. */
  public String agentId() {
    return agentId;
  }

  @Override
  public ToolDescriptor descriptor() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    schema
        .putObject("properties")
        .putObject(PROMPT)
        .put("type", "string")
        .put("description", "The task. The agent sees nothing else of this conversation")
        .put("minLength", 1);
    schema.putArray("required").add(PROMPT);
    schema.put("additionalProperties", false);
    String does = description == null || description.isBlank() ? "" : " " + description.strip();
    return new ToolDescriptor(
        id(agentId),
        "Delegate to " + agentId,
        "Gives a task to the agent " + agentId + " and returns its answer." + does,
        schema,
        "delegate",
        PROMPT);
  }

  /** Nothing has been done when a call is cut off. */
  @Override
  public RetryClass retryClass() {
    return RetryClass.SAFE;
  }

  @Override
  public ToolOutput execute(JsonNode arguments, ToolCallContext context) throws ToolException {
    throw new ToolException(
        ToolException.Kind.EXECUTION_FAILED, "only runs of agents can delegate");
  }
}
