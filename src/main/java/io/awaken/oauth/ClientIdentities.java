package io.awaken.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.secret.SecretName;
import io.awaken.core.secret.SecretVault;
import io.awaken.core.spec.McpAuth;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.Secret;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;

/**
 * This server as a client of the authorization servers of one MCP server: the client of the
 * configuration, otherwise a client ID metadata document if the authorization server supports it,
 * otherwise a registered client (RFC 7591). A registration is stored encrypted for all nodes, and
 * never sent to another authorization server. Thread-safe.
 */
final class ClientIdentities {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final McpServerSpec spec;
  private final UserGrants userGrants;
  private final OAuthHttp http;
  private final InstantSource clock;

  ClientIdentities(McpServerSpec spec, UserGrants userGrants, OAuthHttp http, InstantSource clock) {
    this.spec = spec;
    this.userGrants = userGrants;
    this.http = http;
    this.clock = clock;
  }

  /**
   * Returns the client for an authorization server; registers one if necessary.
   *
   * @throws AccessRefused when none can be registered
   */
  ClientIdentity at(AuthorizationServer server) throws AccessRefused, InterruptedException {
    if (spec.auth().clientId() != null) {
      return ClientIdentity.of(spec.auth());
    }
    if (userGrants.document() != null && server.readsDocuments()) {
      return ClientIdentity.known(userGrants.document());
    }
    SecretVault.Found kept = userGrants.vault().find(name());
    ClientIdentity known = read(kept.secret(), server);
    if (known != null) {
      return known;
    }
    String registered = new ClientRegistration(http).register(server, userGrants.redirect());
    String text = kept(registered, server);
    if (userGrants.vault().put(name(), kept.version(), text, null)) {
      return read(text, server);
    }
    // Another node registered first; its registration is used.
    ClientIdentity other = read(userGrants.vault().find(name()).secret(), server);
    return other == null ? read(text, server) : other;
  }

  /** The authorization server no longer recognises the client. */
  void forget() {
    if (spec.auth().clientId() == null) {
      userGrants.vault().remove(name(), userGrants.vault().find(name()).version());
    }
  }

  private SecretName name() {
    return new SecretName("", "", "mcp-client:" + spec.id());
  }

  private String kept(String registered, AuthorizationServer server) {
    try {
      ObjectNode kept = (ObjectNode) MAPPER.readTree(registered);
      return kept.put("server", spec.url())
          .put("issuer", server.issuer())
          .put("redirect", userGrants.redirect())
          .toString();
    } catch (IOException e) {
      throw new IllegalStateException("it was written here", e);
    }
  }

  /** Null when missing, expired, or for another server or redirect address. */
  private ClientIdentity read(String text, AuthorizationServer server) {
    try {
      JsonNode kept = text == null ? MAPPER.createObjectNode() : MAPPER.readTree(text);
      long end = kept.path("until").asLong(0);
      boolean fits =
          kept.path("server").asText("").equals(spec.url())
              && AuthorizationServer.sameIssuer(kept.path("issuer").asText(""), server.issuer())
              && kept.path("redirect").asText("").equals(userGrants.redirect())
              && (end == 0 || clock.instant().isBefore(Instant.ofEpochSecond(end)));
      if (!fits) {
        return null;
      }
      String secret = kept.path("secret").asText(null);
      return new ClientIdentity(
          kept.path("id").asText(),
          secret == null ? null : Secret.of(secret),
          null,
          null,
          kept.path("method").asText());
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * This server as a client of one authorization server. Immutable.
   *
   * @param id the client id
   * @param secret the client secret; null for none
   * @param key the private key for client assertions, PKCS #8 in PEM; null for none
   * @param keyId the key id; null for none
   * @param method the registered authentication method; null for any that the authorization server
   *     supports
   */
  record ClientIdentity(String id, Secret secret, Secret key, String keyId, String method) {

    /** The client of an MCP server's configuration. */
    static ClientIdentity of(McpAuth auth) {
      return new ClientIdentity(
          auth.clientId(), auth.clientSecret(), auth.privateKey(), auth.keyId(), null);
    }

    /** The client of an identity provider; without a credential it sends only its id. */
    static ClientIdentity of(McpAuth.IdentityProvider provider) {
      boolean proves = provider.clientSecret() != null || provider.privateKey() != null;
      return new ClientIdentity(
          provider.clientId(),
          provider.clientSecret(),
          provider.privateKey(),
          provider.keyId(),
          proves ? null : TokenEndpoint.NO_SECRET);
    }

    /** A public client. */
    static ClientIdentity known(String id) {
      return new ClientIdentity(id, null, null, null, null);
    }
  }

  /** Registers this server as a client (RFC 7591). Thread-safe. */
  static final class ClientRegistration {

    private static final String WHAT = "the registration of clients";
    private static final String NAME = "Awaken EE";
    private static final int MAX = 2_048;

    /** In order of preference; the first that the authorization server supports is requested. */
    private static final List<String> METHODS =
        List.of(
            TokenEndpoint.CLIENT_SECRET_BASIC,
            TokenEndpoint.CLIENT_SECRET_POST,
            TokenEndpoint.NO_SECRET);

    private final OAuthHttp http;

    ClientRegistration(OAuthHttp http) {
      this.http = http;
    }

    /** The client metadata for a registration or a client ID metadata document. */
    static ObjectNode metadata(String redirect, String method) {
      ObjectNode metadata = JsonNodeFactory.instance.objectNode().put("client_name", NAME);
      metadata.putArray("redirect_uris").add(redirect);
      metadata.putArray("grant_types").add("authorization_code").add("refresh_token");
      metadata.putArray("response_types").add("code");
      return metadata
          .put("token_endpoint_auth_method", method)
          .put("application_type", isLocal(redirect) ? "native" : "web");
    }

    private static boolean isLocal(String redirect) {
      URI address = URI.create(redirect);
      return "http".equals(address.getScheme())
          && Set.of("localhost", "127.0.0.1", "[::1]").contains(String.valueOf(address.getHost()));
    }

    /**
     * Registers.
     *
     * @return the registration to store, as JSON: {@code id}, {@code secret}, {@code method} and
     *     expiry
     * @throws AccessRefused when it supports no registration
     */
    String register(AuthorizationServer server, String redirect)
        throws AccessRefused, InterruptedException {
      if (server.register() == null) {
        throw new AccessRefused(
            "the authorization server "
                + server.issuer()
                + " registers no clients; write the one that is known there as auth.client_id into"
                + " its document");
      }
      String wanted = METHODS.stream().filter(server.methods()::contains).findFirst().orElse(null);
      if (wanted == null) {
        throw new AccessRefused(
            "the authorization server "
                + server.issuer()
                + " registers no client with one of the authentication methods "
                + String.join(", ", METHODS));
      }
      OAuthHttp.Answer answer = http.post(WHAT, server.register(), metadata(redirect, wanted));
      String id = answer.body().path("client_id").asText("");
      if (answer.status() / 100 != 2 || id.isEmpty() || id.length() > MAX) {
        throw new AccessRefused(
            WHAT + " at " + OAuthHttp.shown(server.register()) + " has status " + answer.status());
      }
      String secret = answer.body().path("client_secret").asText("");
      String method = answer.body().path("token_endpoint_auth_method").asText(wanted);
      boolean known = METHODS.contains(method);
      if (!known || secret.length() > MAX) {
        throw new AccessRefused(WHAT + " gives this client an unknown authentication method");
      }
      ObjectNode kept = JsonNodeFactory.instance.objectNode().put("id", id);
      if (secret.isEmpty() || method.equals(TokenEndpoint.NO_SECRET)) {
        return kept.put("method", TokenEndpoint.NO_SECRET).toString();
      }
      return kept.put("secret", secret)
          .put("method", method)
          .put("until", answer.body().path("client_secret_expires_at").asLong(0))
          .toString();
    }
  }
}
