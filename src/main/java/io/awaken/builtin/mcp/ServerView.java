package io.awaken.builtin.mcp;

import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.tool.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What is known of a server; replaced as a whole.
 *
 * @param session null while there is none
 * @param listed everything that the server lists
 * @param tools what is offered, by name
 * @param readings what reads it otherwise
 * @param withheld why other tools are not offered, by name
 * @param failure why there is no session; null otherwise
 */
record ServerView(
    McpSession session,
    Map<String, ListedTool> listed,
    Map<String, McpTool> tools,
    List<ReadingTool> readings,
    Map<String, String> withheld,
    McpException failure) {

  /** Before the first attempt. */
  static final ServerView CONNECTING =
      new ServerView(null, Map.of(), Map.of(), List.of(), Map.of(), null);

  /** What is left when it cannot be used. */
  static ServerView failed(McpException why) {
    return new ServerView(null, Map.of(), Map.of(), List.of(), Map.of(), why);
  }

  /** The same over a new connection. */
  ServerView over(McpSession other) {
    return new ServerView(other, listed, tools, readings, withheld, null);
  }

  /** All that agents may be given. */
  List<Tool> offered() {
    List<Tool> all = new ArrayList<>(tools.values());
    all.addAll(readings);
    return all;
  }

  /** Why it cannot be used; null when nothing has failed. */
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
    return new ServerReport(
        spec.id(),
        spec.transport().wire(),
        session != null ? "connected" : failure == null ? "connecting" : "unavailable",
        session == null || session.version() == null ? null : session.version().text(),
        tools.size(),
        failure == null ? null : failure.kind().wire(),
        failure == null ? null : failure.getMessage(),
        kept);
  }
}
