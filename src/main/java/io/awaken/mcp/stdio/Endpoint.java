package io.awaken.mcp.stdio;

import io.awaken.mcp.McpHeaders;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The server, over HTTP. Follows no redirects, which could leak the token, and sets no time limit
 * for answers: the client decides. Thread-safe.
 */
final class Endpoint implements AutoCloseable {

  private static final Duration TO_CONNECT = Duration.ofSeconds(10);

  private final URI url;
  private final String token;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(TO_CONNECT)
          .build();

  Endpoint(Options options) {
    url = options.url();
    token = options.token();
  }

  /** Sends a message. */
  CompletableFuture<HttpResponse<InputStream>> post(
      RawMessage message, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(BodyPublishers.ofString(message.text()));
    return send(request, headers);
  }

  /** Opens a stream. */
  CompletableFuture<HttpResponse<InputStream>> get(Map<String, String> headers) {
    return send(HttpRequest.newBuilder(url).header("Accept", "text/event-stream").GET(), headers);
  }

  private CompletableFuture<HttpResponse<InputStream>> send(
      HttpRequest.Builder request, Map<String, String> headers) {
    headers.forEach(request::header);
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return http.sendAsync(request.build(), BodyHandlers.ofInputStream());
  }

  /** Returns the headers of a message since 2026-07-28. */
  static Map<String, String> headers(RawMessage message, String version) {
    var headers = new HashMap<String, String>();
    headers.put(McpHeaders.VERSION, McpHeaders.encoded(version));
    headers.put(McpHeaders.METHOD, McpHeaders.encoded(message.method()));
    String name = message.name();
    if (name != null) {
      headers.put(McpHeaders.NAME, McpHeaders.encoded(name));
    }
    return headers;
  }

  /** Whether a response is an event stream. */
  static boolean streams(HttpResponse<?> answer) {
    return answer.statusCode() == 200
        && answer
            .headers()
            .firstValue("Content-Type")
            .filter(type -> type.startsWith("text/event-stream"))
            .isPresent();
  }

  /** Ends all open exchanges. */
  @Override
  public void close() {
    http.shutdownNow();
  }
}
