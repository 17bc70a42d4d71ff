package io.awaken.http.api;

import io.awaken.http.openapi.Required;
import io.awaken.http.submit.upstream.ToolServerDesk;
import java.util.List;
import java.util.Map;

/**
 * An MCP server as seen by this node.
 *
 * @param id of its document
 * @param transport {@code http} or {@code stdio}
 * @param state {@code connecting}, {@code connected} or {@code unavailable}
 * @param protocol the protocol revision; null while not connected
 * @param tools number of its tools that agents may use
 * @param code why it is unavailable; null otherwise
 * @param reason a message for people; null otherwise
 * @param withheld tools that no agent gets
 * @param schemaChanges what was rewritten or dropped in the schemas of tools, by name of the tool;
 *     null for nothing
 */
record ToolServerView(
    @Required String id,
    @Required String transport,
    @Required String state,
    String protocol,
    int tools,
    String code,
    String reason,
    @Required List<Withheld> withheld,
    Map<String, List<String>> schemaChanges) {

  /**
   * A tool that no agent gets.
   *
   * @param name as the server calls it
   * @param hash approves this version; null if approval would not help
   * @param reason why it is withheld
   */
  record Withheld(@Required String name, String hash, @Required String reason) {}

  static ToolServerView of(ToolServerDesk.Server server) {
    return new ToolServerView(
        server.id(),
        server.transport(),
        server.state(),
        server.protocol(),
        server.tools(),
        server.code(),
        server.reason(),
        server.withheld().stream()
            .map(tool -> new Withheld(tool.name(), tool.hash(), tool.reason()))
            .toList(),
        server.schemaChanges());
  }
}
