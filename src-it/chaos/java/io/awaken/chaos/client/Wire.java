package io.awaken.chaos.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Requests to nodes. A connection is used once, and nothing is sent again behind one's back. */
public final class Wire {

  private static final int CONNECT_MILLIS = 1_000;

  /** Longer than any heartbeat. */
  private static final int SILENCE_MILLIS = 2_500;

  private static final long AWAY_NANOS = 1_500_000_000L;

  private final List<Integer> ports;
  private final int silenceMillis;
  private final boolean first;
  private volatile long failed = System.nanoTime() - AWAY_NANOS;

  /**
   * For clients, who try another node when one is silent.
   *
   * @param ports of the nodes
   */
  public Wire(List<Integer> ports) {
    this(ports, SILENCE_MILLIS, false);
  }

  private Wire(List<Integer> ports, int silenceMillis, boolean first) {
    System.setProperty("http.keepAlive", "false");
    System.setProperty("sun.net.http.retryPost", "false");
    this.ports = List.copyOf(ports);
    this.silenceMillis = silenceMillis;
    this.first = first;
  }

  /** To the same nodes, for somebody with time. */
  public Wire patient() {
    return new Wire(ports, 10 * silenceMillis, first);
  }

  /** To the first node as long as it answers. */
  public Wire keeping() {
    return new Wire(ports, silenceMillis, true);
  }

  /** Where the next request goes. */
  int any(Random dice) {
    boolean here = first && System.nanoTime() - failed > AWAY_NANOS;
    return here ? 0 : dice.nextInt(ports.size());
  }

  public int nodes() {
    return ports.size();
  }

  /** Sends a request and returns when the answer begins. */
  public Reply send(int node, String method, String path, Map<String, String> headers, String body)
      throws IOException {
    try {
      Reply reply = ask(node, method, path, headers, body);
      if (reply.status() == HttpURLConnection.HTTP_UNAVAILABLE || !reply.ours()) {
        away(node);
      }
      return reply;
    } catch (IOException notThere) {
      away(node);
      throw notThere;
    }
  }

  private void away(int node) {
    if (node == 0) {
      failed = System.nanoTime();
    }
  }

  private Reply ask(int node, String method, String path, Map<String, String> headers, String body)
      throws IOException {
    URI uri = URI.create("http://127.0.0.1:" + ports.get(node) + "/" + path);
    var connection = (HttpURLConnection) uri.toURL().openConnection();
    connection.setConnectTimeout(CONNECT_MILLIS);
    connection.setReadTimeout(silenceMillis);
    connection.setRequestMethod(method);
    headers.forEach(connection::setRequestProperty);
    if (body != null) {
      connection.setDoOutput(true);
      connection.setRequestProperty("Content-Type", "application/json");
      try (var out = connection.getOutputStream()) {
        out.write(body.getBytes(StandardCharsets.UTF_8));
      }
    }
    return new Reply(connection, connection.getResponseCode());
  }

  /** An answer that has begun. */
  public record Reply(HttpURLConnection connection, int status) implements AutoCloseable {

    public InputStream body() throws IOException {
      InputStream body = status < 400 ? connection.getInputStream() : connection.getErrorStream();
      return body == null ? InputStream.nullInputStream() : body;
    }

    public String text() throws IOException {
      try (InputStream body = body()) {
        return new String(body.readAllBytes(), StandardCharsets.UTF_8);
      }
    }

    /** Whether it is the application that answered, and not a server that is about to have it. */
    boolean ours() {
      String type = connection.getContentType();
      return status == 204 || type != null && (type.contains("json") || type.contains("stream"));
    }

    /** Breaks the connection. */
    @Override
    public void close() {
      connection.disconnect();
    }
  }
}
