package io.awaken.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.secret.SecretName;
import io.awaken.core.secret.SecretVault;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.Secret;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;

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
}
