package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.tool.ClientAbility;
import io.awaken.mcp.McpError;
import io.awaken.mcp.McpMeta;
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
}
