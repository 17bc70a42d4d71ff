package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.mcp.McpMeta;
import io.awaken.mcp.ProtocolVersion;

/** Describes the server to clients. Stateless. */
final class ServerIdentity {

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
