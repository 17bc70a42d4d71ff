package io.awaken.oauth;

import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.outbound.Sleeper;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.secret.SecretVault;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.oauth.ClientIdentities.ClientRegistration;
import io.awaken.oauth.UserGrants.PendingGrant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Creates the login of each server, which obtains its tokens. Thread-safe. */
public final class OAuthClients {

  private final InstantSource clock;
  private final UserGrants userGrants;

  private OAuthClients(InstantSource clock, UserGrants userGrants) {
    this.clock = clock;
    this.userGrants = userGrants;
  }

  /**
   * Creates the clients of all servers; users can grant access only with a vault and an address.
   *
   * @param vault stores grants; null without an encryption key
   * @param redirect the redirect address, exactly as registered at authorization servers; null
   *     without one
   */
  public static OAuthClients of(InstantSource clock, SecretVault vault, String redirect) {
    String missing =
        vault == null
            ? "awaken.secrets.key-file"
            : redirect == null ? "awaken.mcp.oauth.redirect-uri" : null;
    return new OAuthClients(
        clock,
        new UserGrants(
            vault,
            redirect,
            null,
            missing == null
                ? null
                : "people cannot grant access to MCP servers: " + missing + " is not set"));
  }

  /**
   * A copy with a client ID metadata document ({@link #document}).
   *
   * @param address the public https address of the document, with a path
   */
  public OAuthClients withDocument(String address) {
    return new OAuthClients(
        clock,
        new UserGrants(
            userGrants.vault(), userGrants.redirect(), address, userGrants.unavailable()));
  }

  /** The document to publish at that address, as JSON; empty without an address. */
  public Optional<String> document() {
    return userGrants.document() == null || userGrants.redirect() == null
        ? Optional.empty()
        : Optional.of(
            ClientRegistration.metadata(userGrants.redirect(), TokenEndpoint.NO_SECRET)
                .put("client_id", userGrants.document())
                .toString());
  }

  /**
   * Creates the login of a server; valid until its configuration changes.
   *
   * @param http HTTP client for it and its authorization server
   */
  public ServerLogin login(McpServerSpec spec, GuardedHttp http, Sleeper pause) {
    return new ServerLogin(spec, http, userGrants, clock, pause);
  }

  /**
   * Handles an authorization response from a browser redirect (features row 1145).
   *
   * @param caller the redirected caller
   * @param answer its query
   * @param servers finds the login of a server by id; null when removed
   * @throws GrantRefused when it grants this caller no access; nothing is stored
   */
  public Grant finish(
      Caller caller, Map<String, String> answer, Function<String, ServerLogin> servers)
      throws GrantRefused, InterruptedException {
    PendingGrant pending = userGrants.taken(caller, answer.get("state"));
    ServerLogin login = servers.apply(pending.server());
    if (login == null) {
      throw new GrantRefused("unknown_server", "the MCP server no longer exists");
    }
    return login.finish(caller, pending, answer);
  }

  /**
   * A grant of access.
   *
   * @param server the id of the MCP server
   * @param run the run that waited for it; null for none
   * @param call the call that waited for it; null for none
   */
  public record Grant(String server, RunId run, String call) {}
}
