package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.tool.ClientAbility;
import io.awaken.mcp.McpError;
import io.awaken.mcp.McpMeta;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.protocol.mcp.call.ClientAbilities;
import io.awaken.rpc.JsonRpcError;
import java.util.Set;

/** Reads and checks the capabilities of clients. Stateless. */
public final class Capabilities {

  private Capabilities() {}

  /** The capabilities that the server uses, in the form since 2026-07-28. */
  public static Invocation.Abilities of(JsonNode capabilities) {
    boolean tasks = capabilities.path("extensions").path(McpMeta.TASKS).isObject();
    return new Invocation.Abilities(client(capabilities), tasks);
  }

  /** The requests that a client can answer. */
  public static ClientAbilities client(JsonNode capabilities) {
    return new ClientAbilities(
        forms(capabilities),
        capabilities.path("sampling").isObject(),
        capabilities.path("roots").isObject());
  }

  /** Whether a client can show forms, which is the default mode. */
  private static boolean forms(JsonNode capabilities) {
    JsonNode elicitation = capabilities.path("elicitation");
    return elicitation.isObject() && (elicitation.isEmpty() || elicitation.has("form"));
  }

  /** Refuses a call whose tool needs capabilities that the client did not declare. */
  public static McpFailure missing(Set<ClientAbility> abilities) {
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    ObjectNode required = data.putObject("requiredCapabilities");
    abilities.forEach(ability -> required.putObject(ability.wire()));
    return McpFailure.of(
        400,
        new JsonRpcError(
            McpError.MISSING_CLIENT_CAPABILITY,
            "the client must declare these capabilities: "
                + abilities.stream().map(ClientAbility::wire).toList(),
            data));
  }

  /** Refuses a request that needs an extension which the client did not declare. */
  public static McpFailure missing(String extension) {
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    data.putObject("requiredCapabilities").putObject("extensions").putObject(extension);
    return McpFailure.of(
        400,
        new JsonRpcError(
            McpError.MISSING_CLIENT_CAPABILITY,
            "the client must declare the extension " + extension,
            data));
  }

  /** Describes the server to clients. Stateless. */
  static final class ServerIdentity {

    /** Clients require a version; only operators see the actual release. */
    private static final String VERSION = "1";

    private ServerIdentity() {}

    static ObjectNode info() {
      return JsonNodeFactory.instance
          .objectNode()
          .put("name", "awaken")
          .put("title", "Awaken EE")
          .put("version", VERSION);
    }

    /** The server's capabilities for a protocol version. */
    static ObjectNode capabilities(ProtocolVersion version) {
      ObjectNode capabilities = JsonNodeFactory.instance.objectNode();
      ObjectNode tools = capabilities.putObject("tools");
      ObjectNode resources = capabilities.putObject("resources");
      ObjectNode prompts = capabilities.putObject("prompts");
      capabilities.putObject("completions");
      capabilities.putObject("logging");
      tools.put("listChanged", true);
      resources.put("subscribe", true);
      prompts.put("listChanged", true);
      if (version.modern()) {
        capabilities.putObject("extensions").putObject(McpMeta.TASKS);
      } else if (version == ProtocolVersion.V2025_11_25) {
        ObjectNode tasks = capabilities.putObject("tasks");
        tasks.putObject("list");
        tasks.putObject("cancel");
        tasks.putObject("requests").putObject("tools").putObject("call");
      }
      return capabilities;
    }

    static String instructions() {
      return "A tool that takes a message is an agent. Pass thread_id of a result to continue its"
          + " conversation.";
    }
  }
}
