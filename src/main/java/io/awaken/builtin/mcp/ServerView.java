package io.awaken.builtin.mcp;

import io.awaken.builtin.mcp.McpServers.ServerReport;
import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.tool.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A snapshot of a server; replaced as a whole.
 *
 * @param session null without a connection
 * @param listed all listed tools
 * @param tools offered tools, by name
 * @param readings the reading tools
 * @param withheld reasons why other tools are not offered, by name
 * @param failure reason of a missing session; null otherwise
 */
record ServerView(
    McpSession session,
    Map<String, ListedTool> listed,
    Map<String, McpTool> tools,
    List<ReadingTool> readings,
    Map<String, String> withheld,
    McpException failure) {

  static final ServerView CONNECTING =
      new ServerView(null, Map.of(), Map.of(), List.of(), Map.of(), null);

  /** The view of an unavailable server. */
  static ServerView failed(McpException why) {
    return new ServerView(null, Map.of(), Map.of(), List.of(), Map.of(), why);
  }

  /** With a new connection. */
  ServerView over(McpSession other) {
    return new ServerView(other, listed, tools, readings, withheld, null);
  }

  /** Returns all tools that agents may use. */
  List<Tool> offered() {
    List<Tool> all = new ArrayList<>(tools.values());
    all.addAll(readings);
    return all;
  }

  /** Returns why the server is unavailable; null without a failure. */
  String reason() {
    return failure == null ? null : failure.kind().wire() + ": " + failure.getMessage();
  }

  ServerReport report(McpServerSpec spec) {
    List<ServerReport.Withheld> kept = new ArrayList<>();
    withheld.forEach(
        (name, reason) -> {
          ListedTool tool = listed.get(name);
          kept.add(new ServerReport.Withheld(name, tool == null ? null : tool.hash(), reason));
        });
    var changes = new TreeMap<String, List<String>>();
    listed.forEach(
        (name, tool) -> {
          if (!tool.schemaChanges().isEmpty()) {
            changes.put(name, tool.schemaChanges());
          }
        });
    return new ServerReport(
        spec.id(),
        spec.transport().wire(),
        session != null ? "connected" : failure == null ? "connecting" : "unavailable",
        session == null || session.version() == null ? null : session.version().text(),
        tools.size(),
        failure == null ? null : failure.kind().wire(),
        failure == null ? null : failure.getMessage(),
        kept,
        changes.isEmpty() ? null : changes);
  }
}
