package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;

/** What clients say that they can do. Stateless. */
final class Capabilities {

  private Capabilities() {}

  /** Whether a client can show forms; one that names no mode shows forms. */
  static boolean forms(JsonNode capabilities) {
    JsonNode elicitation = capabilities.path("elicitation");
    return elicitation.isObject() && (elicitation.isEmpty() || elicitation.has("form"));
  }
}
