package io.awaken.builtin.mcp.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.transport.AccessRefused;
import io.awaken.core.secret.SecretName;
import io.awaken.core.secret.SecretVault;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.Secret;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;

/**
 * This server as a client of the authorization servers of one MCP server: the client of the
 * document, else the document about this client where the authorization server reads such (OAuth
 * Client ID Metadata Document), else one that is registered there (RFC 7591). A registration is
 * kept for all nodes, encrypted, and goes to no other authorization server. Thread-safe.
 */
final class ClientIdentities {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final McpServerSpec spec;
  private final People people;
  private final OAuthHttp http;
  private final InstantSource clock;

  ClientIdentities(McpServerSpec spec, People people, OAuthHttp http, InstantSource clock) {
    this.spec = spec;
    this.people = people;
    this.http = http;
    this.clock = clock;
  }

  /**
   * The client for an authorization server; it is registered where there is none yet.
   *
   * @throws AccessRefused when there is none and none can be registered
   */
  ClientIdentity at(AuthorizationServer server) throws AccessRefused, InterruptedException {
    if (spec.auth().clientId() != null) {
      return ClientIdentity.of(spec.auth());
    }
    if (people.document() != null && server.readsDocuments()) {
      return ClientIdentity.known(people.document());
    }
    SecretVault.Found kept = people.vault().find(name());
    ClientIdentity known = read(kept.secret(), server);
    if (known != null) {
      return known;
    }
    String registered = new ClientRegistration(http).register(server, people.redirect());
    String text = kept(registered, server);
    if (people.vault().put(name(), kept.version(), text, null)) {
      return read(text, server);
    }
    // Another node was faster; its registration counts.
    ClientIdentity other = read(people.vault().find(name()).secret(), server);
    return other == null ? read(text, server) : other;
  }

  /** The authorization server does not know the client any more. */
  void forget() {
    if (spec.auth().clientId() == null) {
      people.vault().remove(name(), people.vault().find(name()).version());
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
          .put("redirect", people.redirect())
          .toString();
    } catch (IOException e) {
      throw new IllegalStateException("it was written here", e);
    }
  }

  /** Null for none, for one that is over, and for one that is good for something else. */
  private ClientIdentity read(String text, AuthorizationServer server) {
    try {
      JsonNode kept = text == null ? MAPPER.createObjectNode() : MAPPER.readTree(text);
      long end = kept.path("until").asLong(0);
      boolean fits =
          kept.path("server").asText("").equals(spec.url())
              && kept.path("issuer").asText("").equals(server.issuer())
              && kept.path("redirect").asText("").equals(people.redirect())
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
