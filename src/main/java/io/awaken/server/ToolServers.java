package io.awaken.server;

import io.awaken.builtin.mcp.McpEnvironment;
import io.awaken.builtin.mcp.McpServers;
import io.awaken.builtin.mcp.McpServers.ServerReport;
import io.awaken.builtin.mcp.ToolPins;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.run.Caller;
import io.awaken.core.secret.SecretStore;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.store.document.ToolPinStore;
import io.awaken.http.submit.upstream.ToolServerAdmin;
import io.awaken.http.submit.upstream.ToolServerGrants;
import io.awaken.oauth.GrantRefused;
import io.awaken.oauth.OAuthClients.Grant;
import io.awaken.server.concurrency.ServerThreads;
import io.awaken.server.settings.RunSetting;
import io.awaken.server.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The MCP servers of documents: connected at start, maintained every second. */
final class ToolServers implements AutoCloseable {

  /** How long a start waits for servers; a slower one adds its tools later. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Supplier<List<McpServerSpec>> documents;
  private final McpServers servers;

  /**
   * @param documents supplies the current servers
   */
  ToolServers(
      Supplier<List<McpServerSpec>> documents,
      Settings settings,
      GuardedHttp http,
      ServerThreads threads,
      ToolPinStore pins,
      SecretStore secrets) {
    this.documents = documents;
    servers =
        new McpServers(
            new McpEnvironment(
                http,
                settings.choice(RunSetting.MCP_STDIO).equals("on"),
                threads.runs(),
                threads::ofProcess,
                Thread::sleep,
                stored(pins),
                GrantSettings.clients(settings, secrets)));
    servers.configure(documents.get());
  }

  McpServers source() {
    return servers;
  }

  /** Waits up to {@link #PATIENCE} for all servers, so that the first runs have their tools. */
  void connect() {
    servers.connect(PATIENCE);
  }

  /** Applies the current documents, and runs what is due. */
  void refresh() {
    servers.configure(documents.get());
    servers.refreshDue();
  }

  /** For operators. */
  ToolServerAdmin desk() {
    return new ToolServerAdmin(
        () -> servers.report().stream().map(ToolServers::server).toList(), servers::approve);
  }

  /** For people who grant access. */
  ToolServerGrants grants() {
    return new ToolServerGrants(
        new ToolServerGrants.Servers() {
          @Override
          public String authorize(String server, Caller operator) throws InterruptedException {
            try {
              return servers.authorize(server, operator);
            } catch (GrantRefused e) {
              throw refused(e);
            }
          }

          @Override
          public ToolServerGrants.Granted granted(Caller caller, Map<String, String> answer)
              throws InterruptedException {
            try {
              Grant grant = servers.granted(caller, answer);
              return new ToolServerGrants.Granted(grant.server(), grant.run(), grant.call());
            } catch (GrantRefused e) {
              throw refused(e);
            }
          }

          @Override
          public String question() {
            return McpServers.GRANT_ACCESS;
          }
        });
  }

  private static ToolServerGrants.NotGranted refused(GrantRefused why) {
    return new ToolServerGrants.NotGranted(
        why.code(), why.getMessage(), new ToolServerGrants.Granted(null, why.run(), why.call()));
  }

  private static ToolServerAdmin.Server server(ServerReport report) {
    return new ToolServerAdmin.Server(
        report.id(),
        report.transport(),
        report.state(),
        report.protocol(),
        report.tools(),
        report.code(),
        report.reason(),
        report.withheld().stream()
            .map(tool -> new ToolServerAdmin.Withheld(tool.name(), tool.hash(), tool.reason()))
            .toList(),
        report.schemaChanges());
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
