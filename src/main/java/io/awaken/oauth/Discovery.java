package io.awaken.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.McpAuth;
import io.awaken.oauth.Credentials.Challenge;
import io.awaken.oauth.Credentials.ServerToken;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Discovers the authorization server for one MCP server, and caches it for a while. Thread-safe.
 *
 * <p>A client secret is sent only to the configured authorization server or one on the same host,
 * never to one that only the MCP server names.
 */
final class Discovery {

  private static final Duration GOOD = Duration.ofMinutes(10);

  private final OAuthHttp http;
  private final URI server;
  private final McpAuth auth;
  private final InstantSource clock;
  private final ReentrantLock discovering = new ReentrantLock();

  // Guarded by discovering.
  private Challenge last = Challenge.NONE;
  private Found found;
  private Instant until;

  /**
   * The result of a discovery.
   *
   * @param resource the resource that tokens are requested for
   * @param scope the scope to request, separated by spaces; null for none
   */
  record Found(String resource, String scope, AuthorizationServer server) {}

  Discovery(OAuthHttp http, URI server, McpAuth auth, InstantSource clock) {
    this.http = http;
    this.server = server;
    this.auth = auth;
    this.clock = clock;
  }

  /**
   * Records the server's challenge; a changed one invalidates the cache.
   *
   * @param refused whether it rejected a token: the server may have changed its authorization
   *     server
   */
  void challenged(Challenge challenge, boolean refused) {
    discovering.lock();
    try {
      boolean other = !challenge.equals(Challenge.NONE) && !challenge.equals(last);
      if (other) {
        last = challenge;
      }
      if (other || refused) {
        found = null;
      }
    } finally {
      discovering.unlock();
    }
  }

  Found find() throws AccessRefused, InterruptedException {
    discovering.lockInterruptibly();
    try {
      if (found == null || !clock.instant().isBefore(until)) {
        found = discover();
        until = clock.instant().plus(GOOD);
      }
      return found;
    } finally {
      discovering.unlock();
    }
  }

  /** Invalidates the cache. */
  void forget() {
    discovering.lock();
    try {
      found = null;
    } finally {
      discovering.unlock();
    }
  }

  /**
   * Returns the scope to request after the server has rejected an insufficient one.
   *
   * @throws AccessRefused when the used token already has it, or the configuration does not name it
   */
  String wider(ServerToken used, Challenge challenge) throws AccessRefused {
    String has = used == null ? null : used.scope();
    if (challenge.scope() == null || Scopes.cover(has, challenge.scope())) {
      throw new AccessRefused("it rejects a token that has the required scope");
    }
    if (!auth.scopes().isEmpty()
        && !Scopes.cover(String.join(" ", auth.scopes()), challenge.scope())) {
      throw new AccessRefused("it requires a scope that auth.scopes of its document does not name");
    }
    return Scopes.union(has, challenge.scope());
  }

  private Found discover() throws AccessRefused, InterruptedException {
    Optional<ResourceMetadata> resource = ResourceMetadata.find(http, server, last);
    AuthorizationServer from =
        resource.isEmpty() && auth.issuer() == null
            ? atOrigin()
            : AuthorizationServer.find(http, issuer(resource));
    return new Found(
        resource.map(ResourceMetadata::resource).orElseGet(this::place),
        scope(resource, from),
        from);
  }

  /**
   * Until 2025-03-26 a server is its own authorization server. Without metadata, only a client
   * without a configured client id is used there.
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

  /** The server's own address without its query, which may contain a secret. */
  private String place() {
    String path = server.getRawPath() == null ? "" : server.getRawPath();
    return OAuthHttp.shown(server) + path;
  }

  private String issuer(Optional<ResourceMetadata> resource) throws AccessRefused {
    String wanted = auth.issuer();
    if (resource.isEmpty()) {
      return wanted;
    }
    List<String> named = resource.get().servers();
    if (wanted != null) {
      if (named.stream().noneMatch(each -> AuthorizationServer.sameIssuer(each, wanted))) {
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

  /** When people grant access, also requests offline access (SEP-2207). */
  private String scope(Optional<ResourceMetadata> resource, AuthorizationServer from) {
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
    boolean offline = auth.type() == McpAuth.Type.AUTHORIZATION_CODE && from.supportsOffline();
    return offline ? Scopes.union(all, AuthorizationServer.OFFLINE) : all;
  }

  /**
   * The protected resource metadata of an MCP server (RFC 9728).
   *
   * @param resource the resource that tokens are requested for
   * @param servers the authorization servers that it trusts; never empty
   * @param scopes its scopes; empty when not listed
   */
  record ResourceMetadata(String resource, List<String> servers, List<String> scopes) {

    private static final String WHAT = "the metadata of the resource";
    private static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";
    private static final int MAX_ENTRIES = 64;

    /**
     * Reads it at the challenge's address, otherwise at the well-known addresses.
     *
     * @return empty without metadata
     */
    static Optional<ResourceMetadata> find(OAuthHttp http, URI server, Challenge challenge)
        throws AccessRefused, InterruptedException {
      if (challenge.metadata() != null) {
        URI address = OAuthHttp.address("resource_metadata", challenge.metadata());
        ObjectNode found =
            http.metadata(WHAT, address)
                .orElseThrow(
                    () -> new AccessRefused(WHAT + " is not at " + OAuthHttp.shown(address)));
        return Optional.of(of(found, server));
      }
      for (URI address : wellKnown(server)) {
        Optional<ObjectNode> found = http.metadata(WHAT, address);
        if (found.isPresent()) {
          return Optional.of(of(found.get(), server));
        }
      }
      return Optional.empty();
    }

    private static List<URI> wellKnown(URI server) {
      String path = server.getRawPath() == null ? "" : server.getRawPath().replaceAll("/$", "");
      URI root = server.resolve(WELL_KNOWN);
      return path.isEmpty() ? List.of(root) : List.of(server.resolve(WELL_KNOWN + path), root);
    }

    private static ResourceMetadata of(ObjectNode metadata, URI server) throws AccessRefused {
      String resource = metadata.path("resource").asText("");
      if (!covers(OAuthHttp.address(WHAT + ": resource", resource), server)) {
        throw new AccessRefused(WHAT + " is that of another server");
      }
      List<String> servers = texts(metadata.path("authorization_servers"));
      if (servers.isEmpty()) {
        throw new AccessRefused(WHAT + " names no authorization server");
      }
      return new ResourceMetadata(resource, servers, texts(metadata.path("scopes_supported")));
    }

    /** Whether it is the same address, or a parent path on the same origin. */
    private static boolean covers(URI resource, URI server) {
      boolean origin =
          resource.getScheme().equalsIgnoreCase(server.getScheme())
              && resource.getHost().equalsIgnoreCase(server.getHost())
              && port(resource) == port(server);
      String above = folder(resource);
      boolean query =
          resource.getRawQuery() == null || resource.getRawQuery().equals(server.getRawQuery());
      return origin && query && folder(server).startsWith(above);
    }

    private static int port(URI address) {
      return address.getPort() >= 0
          ? address.getPort()
          : address.getScheme().equalsIgnoreCase("https") ? 443 : 80;
    }

    private static String folder(URI address) {
      String path = address.getRawPath() == null ? "" : address.getRawPath();
      return path.endsWith("/") ? path : path + "/";
    }

    static List<String> texts(JsonNode list) throws AccessRefused {
      if (list.size() > MAX_ENTRIES) {
        throw new AccessRefused("metadata has a list of more than " + MAX_ENTRIES + " entries");
      }
      var all = new ArrayList<String>();
      list.forEach(each -> all.add(each.asText("")));
      return all;
    }
  }
}
