package io.awaken.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.spec.McpAuth;
import io.awaken.core.spec.McpServerSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A scenario, read from the suite's environment variables.
 *
 * @param name for example {@code auth/metadata-default}
 * @param context data for the client
 */
record ConformanceScenario(String name, JsonNode context) {

  static final String SERVER = "suite";

  /** The client id, the address of a client metadata document, that the suite expects. */
  static final String CLIENT_DOCUMENT = "https://conformance-test.local/client-metadata.json";

  static ConformanceScenario fromEnvironment() throws IOException {
    String context = System.getenv().getOrDefault("MCP_CONFORMANCE_CONTEXT", "{}");
    return new ConformanceScenario(
        System.getenv().getOrDefault("MCP_CONFORMANCE_SCENARIO", ""),
        new ObjectMapper().readTree(context));
  }

  /** Whether the suite measures milliseconds, which concurrent programs would distort. */
  boolean measuresTime() {
    return name.equals("sse-retry");
  }

  /** The configuration of the MCP server. */
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
      // The name in 0.1.16, and the name since then.
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

  /** The arguments of each call of a tool that the suite expects. */
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
