package io.awaken.server;

import io.awaken.builtin.mcp.McpServers;
import io.awaken.builtin.mcp.ServerReport;
import io.awaken.builtin.mcp.Surroundings;
import io.awaken.builtin.mcp.ToolPins;
import io.awaken.core.commit.ToolPinStore;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.http.submit.ToolServerDesk;
import io.awaken.server.config.RunSetting;
import io.awaken.server.config.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The servers of tools that documents name: connected at start, looked after each second. */
final class ToolServers implements AutoCloseable {

  /** How long a start waits for servers; one that takes longer brings its tools later. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Supplier<List<McpServerSpec>> documents;
  private final McpServers servers;

  /**
   * @param documents the servers that are named now
   */
  ToolServers(
      Supplier<List<McpServerSpec>> documents,
      Settings settings,
      GuardedHttp http,
      ServerThreads threads,
      ToolPinStore pins) {
    this.documents = documents;
    servers =
        new McpServers(
            new Surroundings(
                http,
                settings.choice(RunSetting.MCP_STDIO).equals("on"),
                threads.runs(),
                threads::ofProcess,
                Thread::sleep,
                stored(pins)));
    servers.configure(documents.get());
  }

  McpServers source() {
    return servers;
  }

  /** Waits a while for all of them, so that the first runs have their tools. */
  void connect() {
    servers.connect(PATIENCE);
  }

  /** Takes over what documents say now, and goes on with what is due. */
  void look() {
    servers.configure(documents.get());
    servers.look();
  }

  /** What operators see and do. */
  ToolServerDesk desk() {
    return new ToolServerDesk(
        () -> servers.report().stream().map(ToolServers::told).toList(), servers::approve);
  }

  private static ToolServerDesk.Server told(ServerReport report) {
    return new ToolServerDesk.Server(
        report.id(),
        report.transport(),
        report.state(),
        report.protocol(),
        report.tools(),
        report.code(),
        report.reason(),
        report.withheld().stream()
            .map(tool -> new ToolServerDesk.Withheld(tool.name(), tool.hash(), tool.reason()))
            .toList());
  }

  private static ToolPins stored(ToolPinStore store) {
    return new ToolPins() {
      @Override
      public Map<String, String> of(String server) {
        return store.of(server);
      }

      @Override
      public void add(String server, Map<String, String> hashes) {
        store.add(server, hashes);
      }

      @Override
      public void approve(String server, String tool, String hash, String by) {
        store.approve(server, tool, hash, by);
      }
    };
  }

  @Override
  public void close() {
    servers.close();
  }
}
