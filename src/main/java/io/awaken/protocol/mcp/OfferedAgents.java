package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.InvalidId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.Exposure;
import io.awaken.core.text.CanonicalHash;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolException;
import io.awaken.mcp.HeaderParameters;
import io.awaken.mcp.McpError;
import io.awaken.mcp.McpHeaders;
import io.awaken.protocol.mcp.call.OfferedTools;
import io.awaken.protocol.mcp.call.ToolAgent.OneCall;
import io.awaken.rpc.JsonRpcError;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Agents that are offered to MCP clients, each as a tool that takes a message (features row 243).
 * Clients see neither the prompt nor the tools of an agent (S45). Thread-safe.
 */
final class OfferedAgents {

  private static final int MAX_LENGTH = 64;
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final Pattern OTHER = Pattern.compile("[^A-Za-z0-9_-]");
  private static final int DIGITS = 8;

  /** Tools per page. */
  static final int PAGE = 100;

  private static final String MESSAGE = "message";
  private static final String THREAD = "thread_id";

  private final Supplier<RegistrySnapshot> registry;
  private final OfferedTools offered;

  /** The agents of one registry snapshot by tool name. */
  private volatile Named named = new Named(null, Map.of());

  private record Named(RegistrySnapshot of, Map<String, AgentSpec> agents) {}

  /**
   * @param offered tools that clients call without an agent
   */
  OfferedAgents(Supplier<RegistrySnapshot> registry, OfferedTools offered) {
    this.registry = registry;
    this.offered = offered;
  }

  /**
   * The parsed arguments of a call.
   *
   * @param thread the conversation to continue; null for a new one
   */
  record Call(AgentSpec agent, String message, ThreadId thread) {}

  /** The arguments of a call are invalid; the client's model can correct them. */
  static final class InvalidArguments extends Exception {
    private static final long serialVersionUID = 1L;

    private InvalidArguments(String message) {
      super(message);
    }
  }

  /**
   * A page of the tool list: agents, then tools, each ordered by id.
   *
   * @param cursor from the previous page; null for the first
   * @param tasks whether agents declare that a call may become a task; 2025-11-25
   * @param who the caller
   * @throws McpFailure for a cursor that no page returned
   */
  ObjectNode page(JsonNode cursor, boolean tasks, Caller who) {
    List<AgentSpec> agents = exposed();
    List<String> names = agents.stream().map(agent -> toolName(agent.id())).toList();
    List<RegisteredTool> others = List.copyOf(offered.beside(names, who).values());
    int all = agents.size() + others.size();
    int from = from(cursor, all);
    int to = Math.min(from + PAGE, all);
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode tools = page.putArray("tools");
    for (int i = from; i < to; i++) {
      tools.add(
          i < agents.size() ? tool(agents.get(i), tasks) : tool(others.get(i - agents.size())));
    }
    if (to < all) {
      page.put("nextCursor", String.valueOf(to));
    }
    return page;
  }

  private static int from(JsonNode cursor, int max) {
    if (cursor == null || cursor.isNull()) {
      return 0;
    }
    String text = cursor.asText();
    int from = text.matches("[1-9]\\d{0,6}") ? Integer.parseInt(text) : -1;
    if (from < 0 || from % PAGE != 0) {
      throw McpFailure.inBand(JsonRpcError.INVALID_PARAMS, "cursor must come from an earlier page");
    }
    return Math.min(from, max);
  }

  private List<AgentSpec> exposed() {
    return exposed(registry.get());
  }

  private static List<AgentSpec> exposed(RegistrySnapshot now) {
    return now.agentList().stream().filter(agent -> agent.expose().contains(Exposure.MCP)).toList();
  }

  /** The agent behind a tool; empty for an agent that is not exposed (S15). */
  Optional<AgentSpec> find(String tool) {
    RegistrySnapshot now = registry.get();
    Named known = named;
    if (known.of() != now) {
      var agents = new HashMap<String, AgentSpec>();
      exposed(now).forEach(agent -> agents.putIfAbsent(toolName(agent.id()), agent));
      known = new Named(now, agents);
      named = known;
    }
    return Optional.ofNullable(known.agents().get(tool));
  }

  /** A tool that is called without an agent; agents take precedence on equal names. */
  Optional<RegisteredTool> other(String tool, Caller who) {
    return offered.find(tool, who);
  }

  /**
   * Checks that the headers of a call repeat its arguments, since 2026-07-28.
   *
   * @throws McpFailure when they differ, or when the tool's schema is invalid
   */
  void checkHeaders(RegisteredTool tool, Invocation invocation) {
    try {
      checkHeaders(
          offered.headers(tool),
          invocation.params().path("arguments"),
          invocation.http().request());
    } catch (IllegalArgumentException broken) {
      throw McpFailure.inBand(
          JsonRpcError.INVALID_PARAMS, "the tool's schema is invalid: " + broken.getMessage());
    }
  }

  /** The internal agent that runs calls of such tools. */
  AgentSpec caller() {
    return offered.agent().orElseThrow().spec();
  }

  private static ObjectNode tool(AgentSpec agent, boolean tasks) {
    ObjectNode tool = JsonNodeFactory.instance.objectNode();
    tool.put("name", toolName(agent.id())).put("title", agent.id());
    String purpose = agent.description();
    tool.put("description", purpose == null ? "Asks the agent %s.".formatted(agent.id()) : purpose);
    ObjectNode input = tool.putObject("inputSchema").put("type", "object");
    ObjectNode properties = input.putObject("properties");
    text(properties, MESSAGE, "The message for the agent.").put("minLength", 1);
    text(
            properties,
            THREAD,
            "The conversation to continue, from an earlier result; omit it to start a new one.")
        .put("maxLength", Ids.MAX_LENGTH);
    input.putArray("required").add(MESSAGE);
    input.put("additionalProperties", false);
    ObjectNode output = tool.putObject("outputSchema").put("type", "object");
    ObjectNode results = output.putObject("properties");
    text(results, "response", "What the agent answered.");
    text(results, THREAD, "The conversation, for a follow-up call.");
    text(results, "run_id", "The run that answered.");
    output.putArray("required").add("response").add(THREAD).add("run_id");
    if (tasks) {
      tool.putObject("execution").put("taskSupport", "optional");
    }
    // An agent may call tools with any effect.
    tool.putObject("annotations").put("readOnlyHint", false).put("openWorldHint", true);
    return tool;
  }

  private static ObjectNode tool(RegisteredTool offered) {
    ToolDescriptor descriptor = offered.descriptor();
    ObjectNode entry = JsonNodeFactory.instance.objectNode();
    entry.put("name", descriptor.id()).put("title", descriptor.name());
    if (descriptor.description() != null) {
      entry.put("description", descriptor.description());
    }
    // Clients require an object schema.
    ObjectNode schema =
        descriptor.parameters() instanceof ObjectNode object
            ? object.deepCopy()
            : JsonNodeFactory.instance.objectNode();
    if (schema.path("type").isMissingNode()) {
      schema.put("type", "object");
    }
    entry.set("inputSchema", schema);
    // A repeatable call may still change data the first time.
    boolean safe = offered.tool().retryClass() == RetryClass.SAFE;
    entry.putObject("annotations").put("idempotentHint", safe);
    return entry;
  }

  private static ObjectNode text(ObjectNode properties, String name, String description) {
    return properties.putObject(name).put("type", "string").put("description", description);
  }

  /**
   * A tool call as the message of its run.
   *
   * @throws InvalidArguments naming the invalid argument
   */
  Call call(RegisteredTool tool, JsonNode arguments) throws InvalidArguments {
    JsonNode given = arguments == null ? JsonNodeFactory.instance.objectNode() : arguments;
    if (!given.isObject()) {
      throw new InvalidArguments("arguments must be an object");
    }
    try {
      JsonNode fitted = tool.schema().fitted(given);
      return new Call(caller(), OneCall.message(tool.descriptor().id(), fitted), null);
    } catch (ToolException invalid) {
      throw new InvalidArguments(invalid.getMessage());
    }
  }

  /**
   * Reads the arguments of a call.
   *
   * @throws InvalidArguments naming the invalid argument
   */
  static Call call(AgentSpec agent, JsonNode arguments, String tenant) throws InvalidArguments {
    if (arguments != null && !arguments.isObject()) {
      throw new InvalidArguments("arguments must be an object");
    }
    JsonNode given = arguments == null ? JsonNodeFactory.instance.objectNode() : arguments;
    var names = given.fieldNames();
    while (names.hasNext()) {
      String name = names.next();
      if (!name.equals(MESSAGE) && !name.equals(THREAD)) {
        throw new InvalidArguments(
            "unknown argument " + name + "; known are message and thread_id");
      }
    }
    JsonNode message = given.path(MESSAGE);
    if (!message.isTextual() || message.textValue().isBlank()) {
      throw new InvalidArguments("message must be a non-blank string");
    }
    if (message.textValue().indexOf('\0') >= 0) {
      throw new InvalidArguments("message must not have the character U+0000");
    }
    return new Call(agent, message.textValue(), thread(given.get(THREAD), tenant));
  }

  private static ThreadId thread(JsonNode given, String tenant) throws InvalidArguments {
    if (given == null || given.isNull()) {
      return null;
    }
    if (!given.isTextual()) {
      throw new InvalidArguments("thread_id must be a string");
    }
    try {
      return new ThreadId(tenant, given.textValue());
    } catch (InvalidId invalid) {
      throw new InvalidArguments(invalid.getMessage());
    }
  }

  /**
   * Tool names that every client accepts: up to 64 letters, digits, {@code _} and {@code -}. A
   * valid id is its own name; any other is shortened and gets a digest.
   */
  static String toolName(String id) {
    if (PLAIN.matcher(id).matches()) {
      return id;
    }
    String digest = "_" + CanonicalHash.ofText(id).substring(0, DIGITS);
    String plain = OTHER.matcher(id).replaceAll("_");
    return plain.substring(0, Math.min(plain.length(), MAX_LENGTH - digest.length())) + digest;
  }

  /**
   * Checks the headers that repeat arguments of a call. Proxies decide by the headers, so both must
   * agree (S14).
   *
   * @throws McpFailure 400 naming a header that is missing, repeated, unexpected or different
   */
  private static void checkHeaders(
      HeaderParameters tool, JsonNode arguments, HttpServletRequest request) {
    if (tool.isEmpty()) {
      return;
    }
    Map<String, String> headers = tool.headers(arguments);
    for (String name : tool.names()) {
      List<String> sent = Collections.list(request.getHeaders(name));
      String expected = headers.get(name);
      boolean fits =
          expected == null
              ? sent.isEmpty()
              : sent.size() == 1
                  && McpHeaders.decoded(sent.getFirst()).equals(McpHeaders.decoded(expected));
      if (!fits) {
        throw McpFailure.of(
            400,
            McpError.HEADER_MISMATCH,
            "the header %s does not match: the body has %s"
                .formatted(name, expected == null ? "no such argument" : "another value"));
      }
    }
  }
}
