package io.awaken.builtin.mcp;

import java.util.List;
import java.util.Map;

/**
 * The state of an MCP server for operators.
 *
 * @param transport {@code http} or {@code stdio}
 * @param state {@code connecting}, {@code connected} or {@code unavailable}
 * @param protocol the negotiated revision; null without a connection
 * @param tools number of offered tools
 * @param code code of the failure; null when available
 * @param reason text of the failure; null when available
 * @param withheld tools that are not offered, with reasons
 * @param schemaChanges how the schemas of tools differ from those of the server, by name of the
 *     tool; null for none
 */
public record ServerReport(
    String id,
    String transport,
    String state,
    String protocol,
    int tools,
    String code,
    String reason,
    List<Withheld> withheld,
    Map<String, List<String>> schemaChanges) {

  /**
   * A tool that is not offered.
   *
   * @param hash the hash to approve; null when approval would not help
   */
  public record Withheld(String name, String hash, String reason) {}
}
