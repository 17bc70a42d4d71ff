package io.awaken.builtin.mcp.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.McpServerSpec;
import java.io.IOException;
import java.time.Instant;

/**
 * A token as it is kept, with what it is good for: a document that names another address, client or
 * authorization server later on does not get it. Stateless.
 */
final class KeptToken {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private KeptToken() {}

  static String write(AccessToken token, McpServerSpec spec, String issuer) {
    ObjectNode kept =
        MAPPER
            .createObjectNode()
            .put("server", spec.url())
            .put("client", spec.auth().clientId())
            .put("issuer", issuer)
            .put("access", token.value())
            .put("refresh", token.refresh());
    if (token.renewAt() != null) {
      kept.put("renew_at", token.renewAt().toEpochMilli());
    }
    return kept.toString();
  }

  /** Null for none, and for one that is good for something else. */
  static AccessToken read(String text, McpServerSpec spec) {
    try {
      JsonNode kept = text == null ? MAPPER.createObjectNode() : MAPPER.readTree(text);
      String issuer = spec.auth().issuer();
      boolean fits =
          kept.path("server").asText("").equals(spec.url())
              && kept.path("client").asText("").equals(spec.auth().clientId())
              && (issuer == null || kept.path("issuer").asText("").equals(issuer));
      return fits ? token(kept) : null;
    } catch (IOException e) {
      return null;
    }
  }

  private static AccessToken token(JsonNode kept) {
    return new AccessToken(
        kept.path("access").asText(),
        kept.path("refresh").asText(null),
        kept.has("renew_at") ? Instant.ofEpochMilli(kept.path("renew_at").asLong()) : null);
  }
}
