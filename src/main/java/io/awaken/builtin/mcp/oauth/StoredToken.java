package io.awaken.builtin.mcp.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.McpServerSpec;
import java.io.IOException;
import java.time.Instant;
import java.util.Objects;

/**
 * A stored token with its audience: a configuration with another address, client or authorization
 * server does not get it. Immutable.
 *
 * @param issuer the authorization server that issued it
 */
record StoredToken(AccessToken token, String issuer) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  String write(McpServerSpec spec) {
    ObjectNode kept =
        MAPPER
            .createObjectNode()
            .put("server", spec.url())
            .put("client", spec.auth().clientId())
            .put("issuer", issuer)
            .put("access", token.value())
            .put("refresh", token.refresh())
            .put("scope", token.scope());
    if (token.renewAt() != null) {
      kept.put("renew_at", token.renewAt().toEpochMilli());
    }
    return kept.toString();
  }

  /** Null when missing or for another audience. */
  static StoredToken read(String text, McpServerSpec spec) {
    try {
      JsonNode kept = text == null ? MAPPER.createObjectNode() : MAPPER.readTree(text);
      String only = spec.auth().issuer();
      String issuer = kept.path("issuer").asText("");
      boolean fits =
          kept.path("server").asText("").equals(spec.url())
              && Objects.equals(kept.path("client").asText(null), spec.auth().clientId())
              && (only == null || AuthorizationServer.sameIssuer(issuer, only));
      return fits ? new StoredToken(token(kept), issuer) : null;
    } catch (IOException e) {
      return null;
    }
  }

  private static AccessToken token(JsonNode kept) {
    return new AccessToken(
        kept.path("access").asText(),
        kept.path("refresh").asText(null),
        kept.has("renew_at") ? Instant.ofEpochMilli(kept.path("renew_at").asLong()) : null,
        kept.path("scope").asText(null));
  }
}
