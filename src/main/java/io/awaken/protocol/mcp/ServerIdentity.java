package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What the server tells clients about itself. Stateless. */
final class ServerIdentity {

  /** Clients want one; which release it is only operators are told. */
  private static final String VERSION = "1";

  private ServerIdentity() {}

  static ObjectNode info() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", "awaken")
        .put("title", "Awaken EE")
        .put("version", VERSION);
  }

  static ObjectNode capabilities() {
    ObjectNode capabilities = JsonNodeFactory.instance.objectNode();
    capabilities.putObject("tools");
    return capabilities;
  }

  static String instructions() {
    return "Each tool is an agent. Pass thread_id of a result to go on with its conversation.";
  }
}
