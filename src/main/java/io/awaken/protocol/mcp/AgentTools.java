package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.run.Ids;
import io.awaken.core.run.InvalidId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.Exposure;
import io.awaken.mcp.JsonRpcError;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Agents that are offered to clients of MCP, each as a tool that takes a message (features row
 * 243). Prompt and tools of an agent stay inside (quality S45). Thread-safe.
 */
final class AgentTools {

  /** Tools of a page. */
  static final int PAGE = 100;

  private static final String MESSAGE = "message";
  private static final String THREAD = "thread_id";

  private final Supplier<RegistrySnapshot> registry;

  AgentTools(Supplier<RegistrySnapshot> registry) {
    this.registry = registry;
  }

  /**
   * What a call says.
   *
   * @param thread the conversation to go on with; null for a new one
   */
  record Call(AgentSpec agent, String message, ThreadId thread) {}

  /** The arguments of a call do not fit; the client's model can mend it. */
  static final class Unfit extends Exception {
    private static final long serialVersionUID = 1L;

    private Unfit(String message) {
      super(message);
    }
  }

  /**
   * A page of the list, in the order of the names.
   *
   * @param cursor of the page before; null for the first
   * @param tasks whether the tools say that a call may become a task; 2025-11-25
   * @throws McpFailure for a cursor that no page gave
   */
  ObjectNode page(JsonNode cursor, boolean tasks) {
    List<AgentSpec> exposed = exposed();
    int from = from(cursor, exposed.size());
    int to = Math.min(from + PAGE, exposed.size());
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode tools = page.putArray("tools");
    for (AgentSpec agent : exposed.subList(from, to)) {
      ObjectNode tool = tool(agent);
      if (tasks) {
        tool.putObject("execution").put("taskSupport", "optional");
      }
      tools.add(tool);
    }
    if (to < exposed.size()) {
      page.put("nextCursor", String.valueOf(to));
    }
    return page;
  }

  private static int from(JsonNode cursor, int most) {
    if (cursor == null || cursor.isNull()) {
      return 0;
    }
    String text = cursor.asText();
    int from = text.matches("[1-9]\\d{0,6}") ? Integer.parseInt(text) : -1;
    if (from < 0 || from % PAGE != 0) {
      throw McpFailure.inBand(JsonRpcError.INVALID_PARAMS, "cursor is not one that a page gave");
    }
    return Math.min(from, most);
  }

  private List<AgentSpec> exposed() {
    return registry.get().agentList().stream()
        .filter(agent -> agent.expose().contains(Exposure.MCP))
        .toList();
  }

  /** The agent behind a tool; one that is not offered is not there (quality S15). */
  Optional<AgentSpec> find(String tool) {
    return exposed().stream().filter(agent -> ToolNames.of(agent.id()).equals(tool)).findFirst();
  }

  private static ObjectNode tool(AgentSpec agent) {
    ObjectNode tool = JsonNodeFactory.instance.objectNode();
    tool.put("name", ToolNames.of(agent.id())).put("title", agent.id());
    String purpose = agent.description();
    tool.put("description", purpose == null ? "Asks the agent %s.".formatted(agent.id()) : purpose);
    ObjectNode input = tool.putObject("inputSchema").put("type", "object");
    ObjectNode properties = input.putObject("properties");
    text(properties, MESSAGE, "What to tell the agent.").put("minLength", 1);
    text(
            properties,
            THREAD,
            "The conversation to go on with, from an earlier result; without it a new one begins.")
        .put("maxLength", Ids.MAX_LENGTH);
    input.putArray("required").add(MESSAGE);
    input.put("additionalProperties", false);
    ObjectNode output = tool.putObject("outputSchema").put("type", "object");
    ObjectNode results = output.putObject("properties");
    text(results, "response", "What the agent answered.");
    text(results, THREAD, "The conversation, to go on with.");
    text(results, "run_id", "The run that answered.");
    output.putArray("required").add("response").add(THREAD).add("run_id");
    // An agent may do whatever its own tools do.
    tool.putObject("annotations").put("readOnlyHint", false).put("openWorldHint", true);
    return tool;
  }

  private static ObjectNode text(ObjectNode properties, String name, String description) {
    return properties.putObject(name).put("type", "string").put("description", description);
  }

  /**
   * Reads the arguments of a call.
   *
   * @throws Unfit naming the argument
   */
  static Call call(AgentSpec agent, JsonNode arguments, String tenant) throws Unfit {
    if (arguments != null && !arguments.isObject()) {
      throw new Unfit("arguments must be an object");
    }
    JsonNode given = arguments == null ? JsonNodeFactory.instance.objectNode() : arguments;
    var names = given.fieldNames();
    while (names.hasNext()) {
      String name = names.next();
      if (!name.equals(MESSAGE) && !name.equals(THREAD)) {
        throw new Unfit("there is no argument " + name + "; there are message and thread_id");
      }
    }
    JsonNode message = given.path(MESSAGE);
    if (!message.isTextual() || message.textValue().isBlank()) {
      throw new Unfit("message must be a text that is not blank");
    }
    if (message.textValue().indexOf('\0') >= 0) {
      throw new Unfit("message must not have the character U+0000");
    }
    return new Call(agent, message.textValue(), thread(given.get(THREAD), tenant));
  }

  private static ThreadId thread(JsonNode given, String tenant) throws Unfit {
    if (given == null || given.isNull()) {
      return null;
    }
    if (!given.isTextual()) {
      throw new Unfit("thread_id must be a text");
    }
    try {
      return new ThreadId(tenant, given.textValue());
    } catch (InvalidId invalid) {
      throw new Unfit(invalid.getMessage());
    }
  }
}
