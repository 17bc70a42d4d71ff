package io.awaken.interop;

import io.awaken.builtin.mcp.McpServers;
import io.awaken.core.run.Caller;
import io.awaken.oauth.GrantRefused;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * An operator who grants access in a browser; the suite's authorization servers redirect back
 * immediately.
 */
final class ConformanceOperator {

  /** Redirect address of the browser; nothing listens there. */
  static final String REDIRECT = "http://127.0.0.1:1/v1/mcp-servers/oauth/callback";

  private static final Caller CALLER = new Caller("suite", "operator", Set.of());

  private final McpServers servers;

  ConformanceOperator(McpServers servers) {
    this.servers = servers;
  }

  /** Whether access was granted, or the caller should retry. */
  boolean grants() throws IOException, InterruptedException {
    try {
      String link = servers.authorize(ConformanceScenario.SERVER, CALLER);
      servers.granted(CALLER, visited(link));
      return true;
    } catch (GrantRefused refused) {
      System.out.println("no access: " + refused.code() + ": " + refused.getMessage());
      // The connection was closed while it was reused: the operator retries.
      return String.valueOf(refused.getMessage()).contains("no answer");
    }
  }

  /** Follows the link and returns the query parameters of the redirect. */
  private static Map<String, String> visited(String link) throws IOException, InterruptedException {
    try (HttpClient browser = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(link)).build();
      HttpResponse<Void> response = browser.send(request, HttpResponse.BodyHandlers.discarding());
      String back = response.headers().firstValue("Location").orElseThrow();
      var query = new HashMap<String, String>();
      for (String each : URI.create(back).getRawQuery().split("&")) {
        String[] pair = each.split("=", 2);
        query.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
      }
      return query;
    }
  }
}
