package io.awaken.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.spec.McpAuth;
import io.awaken.core.spec.McpServerSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A scenario, as the suite names it in the environment.
 *
 * @param name for example {@code auth/metadata-default}
 * @param context what the client is to know
 */
record ConformanceScenario(String name, JsonNode context) {

  static final String SERVER = "suite";

  /** By which the suite wants its client to be known where a document about it may be read. */
  static final String CLIENT_DOCUMENT = "https://conformance-test.local/client-metadata.json";

  static ConformanceScenario fromEnvironment() throws IOException {
    String context = System.getenv().getOrDefault("MCP_CONFORMANCE_CONTEXT", "{}");
    return new ConformanceScenario(
        System.getenv().getOrDefault("MCP_CONFORMANCE_SCENARIO", ""),
        new ObjectMapper().readTree(context));
  }

  /** Whether the suite counts milliseconds, so that other programs would disturb. */
  boolean measuresTime() {
    return name.equals("sse-retry");
  }

  /** The document of the server. */
  McpServerSpec server(String url) {
    McpServerSpec server = McpServerSpec.http(SERVER, url);
    return name.startsWith("auth/") ? server.withAuth(auth()) : server;
  }

  private McpAuth auth() {
    String client = context.path("client_id").asText(null);
    String secret = context.path("client_secret").asText(null);
    return switch (name) {
      case "auth/client-credentials-basic" -> McpAuth.clientCredentials(client, secret);
      case "auth/client-credentials-jwt" ->
          McpAuth.signedCredentials(client, context.path("private_key_pem").asText());
      // The name in 0.1.16, and the one since.
      case "auth/cross-app-access-complete-flow", "auth/enterprise-managed-authorization" ->
          McpAuth.enterpriseManaged(
                  client,
                  McpAuth.IdentityProvider.of(
                      context.path("idp_issuer").asText(),
                      context.path("idp_client_id").asText(),
                      context.path("idp_id_token").asText()))
              .withSecret(secret);
      default -> {
        McpAuth granted = McpAuth.authorizationCode(client, McpAuth.Per.SERVER);
        yield secret == null ? granted : granted.withSecret(secret);
      }
    };
  }

  /** The arguments of each call of a tool that the suite wants. */
  List<JsonNode> calls(String tool) {
    var all = new ArrayList<JsonNode>();
    for (JsonNode each : context.path("toolCalls")) {
      if (tool.equals(McpServerSpec.prefix(SERVER) + each.path("name").asText())) {
        all.add(each.path("arguments"));
      }
    }
    return all;
  }
}
