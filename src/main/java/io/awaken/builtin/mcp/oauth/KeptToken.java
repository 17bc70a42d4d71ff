package io.awaken.builtin.mcp.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.McpServerSpec;
import java.io.IOException;
import java.time.Instant;
import java.util.Objects;

/**
 * A token as it is kept, with what it is good for: a document that names another address, client or
 * authorization server later on does not get it. Immutable.
 *
 * @param issuer the authorization server that gave it
 */
record KeptToken(AccessToken token, String issuer) {

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

  /** Null for none, and for one that is good for something else. */
  static KeptToken read(String text, McpServerSpec spec) {
    try {
      JsonNode kept = text == null ? MAPPER.createObjectNode() : MAPPER.readTree(text);
      String only = spec.auth().issuer();
      String issuer = kept.path("issuer").asText("");
      boolean fits =
          kept.path("server").asText("").equals(spec.url())
              && Objects.equals(kept.path("client").asText(null), spec.auth().clientId())
              && (only == null || issuer.equals(only));
      return fits ? new KeptToken(token(kept), issuer) : null;
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
