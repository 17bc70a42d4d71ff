package io.awaken.builtin.mcp;

import io.awaken.core.run.Caller;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolSource;
import io.awaken.oauth.AccessRefused;
import io.awaken.oauth.GrantRefused;
import io.awaken.oauth.OAuthClients.Grant;
import io.awaken.oauth.ServerLogin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * All MCP servers as one source of tools (features rows 224, 1070-1077). A change of one server
 * does not affect the others: their tools stay the same objects. Thread-safe.
 */
public final class McpServers implements ToolSource, AutoCloseable {

  /** How often {@link #refreshDue} should be called. */
  public static final Duration INTERVAL = Duration.ofSeconds(1);

  /** The action of the question of a call whose user has to grant access. */
  public static final String GRANT_ACCESS = UserCalls.ACTION;

  /** Time for processes to end before they are killed. */
  private static final Duration ENDING = Duration.ofSeconds(6);

  private final McpEnvironment surroundings;
  private final ReentrantLock configuring = new ReentrantLock();
  private volatile Map<String, RemoteServer> servers = Map.of();
  private volatile List<McpServerSpec> specs = List.of();
  private volatile Runnable changed = () -> {};
  private volatile boolean closed;

  public McpServers(McpEnvironment surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public String name() {
    return "mcp";
  }

  /**
   * Replaces the configured servers. Unchanged servers keep their connections, others are
   * disconnected or connected by the next {@link #refreshDue}. Does nothing when nothing changed.
   *
   * @throws IllegalArgumentException when there are more than {@link McpServerSpec#MAX_SERVERS}
   */
  public void configure(List<McpServerSpec> all) {
    if (all == specs) {
      return;
    }
    if (all.size() > McpServerSpec.MAX_SERVERS) {
      throw new IllegalArgumentException(
          "there are %d MCP servers, the limit is %d"
              .formatted(all.size(), McpServerSpec.MAX_SERVERS));
    }
    configuring.lock();
    try {
      if (closed) {
        return;
      }
      var next = new TreeMap<String, RemoteServer>();
      for (McpServerSpec spec : all) {
        RemoteServer known = servers.get(spec.id());
        boolean same = known != null && known.spec().equals(spec);
        next.put(
            spec.id(), same ? known : new RemoteServer(spec, surroundings, () -> changed.run()));
      }
      Collection<RemoteServer> before = servers.values();
      servers = next;
      specs = all;
      end(before.stream().filter(server -> next.get(server.id()) != server).toList());
    } finally {
      configuring.unlock();
    }
    changed.run();
  }

  /** Starts connecting disconnected servers and refreshing due lists, without waiting. */
  public void refreshDue() {
    for (RemoteServer server : servers.values()) {
      server.calls().cancelExpired();
      if (server.due()) {
        surroundings.executor().execute(server::refresh);
      }
    }
  }

  /**
   * Connects to all servers at startup.
   *
   * @param patience maximum wait; slower servers connect later
   */
  public void connect(Duration patience) {
    each(servers.values(), RemoteServer::refresh, patience);
  }

  @Override
  public List<? extends Tool> tools() {
    List<Tool> all = new ArrayList<>();
    servers.values().forEach(server -> all.addAll(server.tools()));
    return all;
  }

  @Override
  public void onChange(Runnable listener) {
    changed = listener;
  }

  /** Returns a server by its id; null when there is none. */
  RemoteServer server(String id) {
    return servers.get(id);
  }

  /** Returns the state of all servers in order of their ids. */
  public List<ServerReport> report() {
    return servers.values().stream().map(RemoteServer::report).toList();
  }

  /**
   * Approves a tool as currently listed.
   *
   * @param tool the server's name for it
   * @param hash the hash that was reviewed; null for the listed one
   * @param by the subject that approves
   * @return {@code done}, {@code unknown} without such a tool, {@code changed} when it has another
   *     hash, {@code fixed} when the server's document pins the tool
   */
  public String approve(String server, String tool, String hash, String by) {
    RemoteServer known = servers.get(server);
    RemoteServer.Approval came =
        known == null ? RemoteServer.Approval.UNKNOWN : known.approve(tool, hash, by);
    return came.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the link by which an operator grants access to a server for all users.
   *
   * @throws GrantRefused when there is no such server, or grants are not configured
   */
  public String authorize(String server, Caller operator)
      throws GrantRefused, InterruptedException {
    ServerLogin login = login(server);
    if (login == null) {
      throw GrantRefused.unknown(server);
    }
    try {
      return login.ask(operator);
    } catch (AccessRefused e) {
      throw GrantRefused.notAvailable(e);
    }
  }

  /**
   * Accepts an authorization server's redirect (features row 1145).
   *
   * @param caller the caller whose browser was redirected
   * @param answer the query
   * @throws GrantRefused when it grants this caller no access; nothing is stored
   */
  public Grant granted(Caller caller, Map<String, String> answer)
      throws GrantRefused, InterruptedException {
    Grant grant = surroundings.oauth().finish(caller, answer, this::login);
    RemoteServer known = servers.get(grant.server());
    if (known != null) {
      known.requestRefresh();
    }
    return grant;
  }

  private ServerLogin login(String server) {
    RemoteServer known = servers.get(server);
    return known == null ? null : known.login();
  }

  /** In parallel, since a process may end slowly. */
  private void end(Collection<RemoteServer> ending) {
    each(ending, RemoteServer::close, ENDING);
  }

  private void each(Collection<RemoteServer> all, Consumer<RemoteServer> work, Duration patience) {
    var left = new CountDownLatch(all.size());
    for (RemoteServer server : all) {
      surroundings
          .executor()
          .execute(
              () -> {
                try {
                  work.accept(server);
                } finally {
                  left.countDown();
                }
              });
    }
    try {
      left.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    configuring.lock();
    try {
      closed = true;
      end(servers.values());
    } finally {
      configuring.unlock();
    }
  }

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
}
