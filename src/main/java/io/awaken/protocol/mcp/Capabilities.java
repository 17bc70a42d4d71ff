package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;

/** What clients say that they can do. Stateless. */
final class Capabilities {

  private static final String TASKS = "io.modelcontextprotocol/tasks";

  private Capabilities() {}

  /** All that matters here of what a client says since 2026-07-28. */
  static Asked.Abilities of(JsonNode capabilities) {
    boolean tasks = capabilities.path("extensions").path(TASKS).isObject();
    return new Asked.Abilities(forms(capabilities), tasks);
  }

  /** Whether a client can show forms; one that names no mode shows forms. */
  static boolean forms(JsonNode capabilities) {
    JsonNode elicitation = capabilities.path("elicitation");
    return elicitation.isObject() && (elicitation.isEmpty() || elicitation.has("form"));
  }
}
