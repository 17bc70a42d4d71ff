package io.awaken.bench.mcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

/**
 * A session in protocol version 2025-06-18, which both servers support.
 *
 * @param id the session id
 */
record McpSession(InetSocketAddress server, String path, String id) {

  private static final String VERSION = "2025-06-18";
  private static final String BEGIN =
      """
      {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"%s","capabilities":{},\
      "clientInfo":{"name":"bench","version":"1"}}}\
      """
          .formatted(VERSION);

  /** Opens a session. */
  static McpSession begin(InetSocketAddress server, String path)
      throws IOException, InterruptedException {
    URI address = URI.create("http://localhost:%d%s".formatted(server.getPort(), path));
    try (HttpClient client = HttpClient.newHttpClient()) {
      var begun = client.send(posting(address, BEGIN).build(), BodyHandlers.ofString());
      String id =
          begun
              .headers()
              .firstValue("Mcp-Session-Id")
              .orElseThrow(() -> new IOException(path + ": " + begun.body()));
      client.send(
          posting(address, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
              .header("Mcp-Session-Id", id)
              .build(),
          BodyHandlers.discarding());
      return new McpSession(server, path, id);
    }
  }

  private static HttpRequest.Builder posting(URI address, String body) {
    return HttpRequest.newBuilder(address)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .POST(HttpRequest.BodyPublishers.ofString(body));
  }

  /** The same session under another path. */
  McpSession at(String other) {
    return new McpSession(server, other, id);
  }

  /** Returns the HTTP request of a tool call. */
  byte[] call(String tool) {
    String body =
        """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":{"text":"Hello"}}}\
        """
            .formatted(tool);
    return ("POST "
            + path
            + " HTTP/1.1\r\nHost: localhost:"
            + server.getPort()
            + "\r\nContent-Type: application/json\r\n"
            + "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: "
            + VERSION
            + "\r\nMcp-Session-Id: "
            + id
            + "\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body)
        .getBytes(StandardCharsets.US_ASCII);
  }
}
