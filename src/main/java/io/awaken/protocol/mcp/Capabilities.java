package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.mcp.JsonRpcError;
import io.awaken.mcp.McpMeta;

/** What clients say that they can do. Stateless. */
final class Capabilities {

  private Capabilities() {}

  /** All that matters here of what a client says since 2026-07-28. */
  static Asked.Abilities of(JsonNode capabilities) {
    boolean tasks = capabilities.path("extensions").path(McpMeta.TASKS).isObject();
    return new Asked.Abilities(forms(capabilities), tasks);
  }

  /** Whether a client can show forms; one that names no mode shows forms. */
  static boolean forms(JsonNode capabilities) {
    JsonNode elicitation = capabilities.path("elicitation");
    return elicitation.isObject() && (elicitation.isEmpty() || elicitation.has("form"));
  }

  /** The refusal of a request that needs an extension which the client does not declare. */
  static McpFailure missing(String extension) {
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    data.putObject("requiredCapabilities").putObject("extensions").putObject(extension);
    return McpFailure.of(
        400,
        new JsonRpcError(
            JsonRpcError.MISSING_CLIENT_CAPABILITY,
            "the client must declare the extension " + extension,
            data));
  }
}
