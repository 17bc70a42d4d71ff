package io.awaken.builtin.mcp.oauth;

import io.awaken.builtin.mcp.transport.Pause;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.run.Caller;
import io.awaken.core.secret.SecretVault;
import io.awaken.core.spec.McpServerSpec;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Makes what gets the tokens of each server. Thread-safe. */
public final class OAuthClients {

  private final InstantSource clock;
  private final People people;

  /**
   * Clients that act for themselves only.
   *
   * @param clock tells what has expired
   */
  public OAuthClients(InstantSource clock) {
    this(clock, new People(null, null, null, "people cannot grant access to MCP servers here"));
  }

  private OAuthClients(InstantSource clock, People people) {
    this.clock = clock;
    this.people = people;
  }

  /**
   * Clients to which people grant access too.
   *
   * @param vault keeps what they grant; null when there is no key to encrypt it with
   * @param redirect the address to which browsers come back, exactly as it is registered at
   *     authorization servers; null when none is known
   */
  public static OAuthClients of(InstantSource clock, SecretVault vault, String redirect) {
    String missing =
        vault == null
            ? "awaken.secrets.key-file"
            : redirect == null ? "awaken.mcp.oauth.redirect-uri" : null;
    return new OAuthClients(
        clock,
        new People(
            vault,
            redirect,
            null,
            missing == null
                ? null
                : "people cannot grant access to MCP servers: " + missing + " is not set"));
  }

  /**
   * The same, known to authorization servers that support it by a document about this client
   * ({@link #document}).
   *
   * @param address an https address with a path, at which the document is public
   */
  public OAuthClients withDocument(String address) {
    return new OAuthClients(
        clock, new People(people.vault(), people.redirect(), address, people.unavailable()));
  }

  /** What has to be public at that address, as JSON; empty when there is no such address. */
  public Optional<String> document() {
    return people.document() == null || people.redirect() == null
        ? Optional.empty()
        : Optional.of(
            ClientRegistration.metadata(people.redirect(), TokenEndpoint.NO_SECRET)
                .put("client_id", people.document())
                .toString());
  }

  /**
   * What gets the tokens of one server, for as long as its document stays as it is.
   *
   * @param http reaches it and its authorization server
   */
  public ServerLogin login(McpServerSpec spec, GuardedHttp http, Pause pause) {
    return new ServerLogin(spec, http, people, clock, pause);
  }

  /**
   * Takes what an authorization server answered by way of a browser (features row 1145).
   *
   * @param caller who brings it
   * @param answer the query
   * @param servers the login of a server by its id; null when there is none any more
   * @throws GrantRefused when it is no access for this caller; nothing is kept then
   */
  public Grant finish(
      Caller caller, Map<String, String> answer, Function<String, ServerLogin> servers)
      throws GrantRefused, InterruptedException {
    PendingGrant pending = people.taken(caller, answer.get("state"));
    ServerLogin login = servers.apply(pending.server());
    if (login == null) {
      throw new GrantRefused("unknown_server", "there is no such MCP server any more");
    }
    return login.finish(caller, pending, answer);
  }
}
