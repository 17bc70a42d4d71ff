package io.awaken.builtin.mcp.oauth;

import io.awaken.builtin.mcp.transport.AccessRefused;
import io.awaken.core.spec.McpAuth;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Finds where the tokens for one server come from, and remembers it for a while. Thread-safe.
 *
 * <p>A client secret goes to no authorization server that only the MCP server has named: it is the
 * one of the document, or one on the same host.
 */
final class Discovery {

  private static final Duration GOOD = Duration.ofMinutes(10);

  private final OAuthHttp http;
  private final URI server;
  private final McpAuth auth;
  private final InstantSource clock;
  private final ReentrantLock looking = new ReentrantLock();

  // Guarded by looking.
  private Challenge last = Challenge.NONE;
  private Found found;
  private Instant until;

  /**
   * What was found.
   *
   * @param resource what tokens are asked for
   * @param scope asked for, with spaces between; null for none
   */
  record Found(String resource, String scope, AuthorizationServer server) {}

  Discovery(OAuthHttp http, URI server, McpAuth auth, InstantSource clock) {
    this.http = http;
    this.server = server;
    this.auth = auth;
    this.clock = clock;
  }

  /**
   * What the server said last; another scope or address counts at once.
   *
   * @param refused whether it refused a token: the server may believe another authorization server
   *     by now
   */
  void challenged(Challenge challenge, boolean refused) {
    looking.lock();
    try {
      boolean other = !challenge.equals(Challenge.NONE) && !challenge.equals(last);
      if (other) {
        last = challenge;
      }
      if (other || refused) {
        found = null;
      }
    } finally {
      looking.unlock();
    }
  }

  Found find() throws AccessRefused, InterruptedException {
    looking.lockInterruptibly();
    try {
      if (found == null || !clock.instant().isBefore(until)) {
        found = look();
        until = clock.instant().plus(GOOD);
      }
      return found;
    } finally {
      looking.unlock();
    }
  }

  /** The next one looks anew. */
  void forget() {
    looking.lock();
    try {
      found = null;
    } finally {
      looking.unlock();
    }
  }

  /**
   * The scope that a token must have after the server has refused one whose scope is too small.
   *
   * @throws AccessRefused when the used one has it already, or the document does not name it
   */
  String wider(AccessToken used, Challenge challenge) throws AccessRefused {
    String has = used == null ? null : used.scope();
    if (challenge.scope() == null || Scopes.cover(has, challenge.scope())) {
      throw new AccessRefused("it refuses a token that has the scope that it asks for");
    }
    if (!auth.scopes().isEmpty()
        && !Scopes.cover(String.join(" ", auth.scopes()), challenge.scope())) {
      throw new AccessRefused("it wants a scope that auth.scopes of its document does not name");
    }
    return Scopes.union(has, challenge.scope());
  }

  private Found look() throws AccessRefused, InterruptedException {
    Optional<ProtectedResource> resource = ProtectedResource.find(http, server, last);
    AuthorizationServer from =
        resource.isEmpty() && auth.issuer() == null
            ? atOrigin()
            : AuthorizationServer.find(http, issuer(resource));
    return new Found(
        resource.map(ProtectedResource::resource).orElseGet(this::place),
        scope(resource, from),
        from);
  }

  /**
   * Until 2025-03-26 a server is its own authorization server. Without any description only a
   * client is taken there that has no secret from elsewhere.
   */
  private AuthorizationServer atOrigin() throws AccessRefused, InterruptedException {
    String origin = OAuthHttp.shown(server);
    Optional<AuthorizationServer> described = AuthorizationServer.described(http, origin);
    if (described.isEmpty() && auth.clientId() != null) {
      throw new AccessRefused(
          "it has no metadata of the resource; name the authorization server as auth.issuer in"
              + " its document");
    }
    return described.orElseGet(() -> AuthorizationServer.undescribed(origin));
  }

  /** The server's own address; its query may hold a secret. */
  private String place() {
    String path = server.getRawPath() == null ? "" : server.getRawPath();
    return OAuthHttp.shown(server) + path;
  }

  private String issuer(Optional<ProtectedResource> resource) throws AccessRefused {
    String wanted = auth.issuer();
    if (resource.isEmpty()) {
      return wanted;
    }
    List<String> named = resource.get().servers();
    if (wanted != null) {
      if (!named.contains(wanted)) {
        throw new AccessRefused(
            "its metadata does not name the authorization server " + wanted + " of its document");
      }
      return wanted;
    }
    String first = named.getFirst();
    URI address = OAuthHttp.address("the issuer", first);
    if (!address.getHost().equalsIgnoreCase(server.getHost())) {
      throw new AccessRefused(
          "it names an authorization server on another host, "
              + address
              + "; write it into its document as auth.issuer if that is right");
    }
    return first;
  }

  /** Where people grant access, a token that outlives their visit is asked for (SEP-2207). */
  private String scope(Optional<ProtectedResource> resource, AuthorizationServer from) {
    if (!auth.scopes().isEmpty()) {
      return String.join(" ", auth.scopes());
    }
    String all =
        last.scope() != null
            ? last.scope()
            : resource.map(each -> String.join(" ", each.scopes())).orElse("");
    if (all.isBlank()) {
      return null;
    }
    boolean offline = auth.type() == McpAuth.Type.AUTHORIZATION_CODE && from.knowsOffline();
    return offline ? Scopes.union(all, AuthorizationServer.OFFLINE) : all;
  }
}
