package io.awaken.chaos.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Sends requests to nodes: one connection for each request, and no automatic retries. */
public final class NodeHttp {

  private static final int CONNECT_MILLIS = 1_000;

  /** Longer than the interval between heartbeats. */
  private static final int SILENCE_MILLIS = 2_500;

  private static final long AVOIDED_NANOS = 1_500_000_000L;

  private final List<Integer> ports;
  private final int silenceMillis;
  private final boolean preferFirst;
  private volatile long failed = System.nanoTime() - AVOIDED_NANOS;

  /**
   * For clients that try another node when one sends nothing for {@value #SILENCE_MILLIS} ms.
   *
   * @param ports the ports of the nodes
   */
  public NodeHttp(List<Integer> ports) {
    this(ports, SILENCE_MILLIS, false);
  }

  private NodeHttp(List<Integer> ports, int silenceMillis, boolean preferFirst) {
    System.setProperty("http.keepAlive", "false");
    System.setProperty("sun.net.http.retryPost", "false");
    this.ports = List.copyOf(ports);
    this.silenceMillis = silenceMillis;
    this.preferFirst = preferFirst;
  }

  /** For the same nodes, with ten times the read timeout. */
  public NodeHttp patient() {
    return new NodeHttp(ports, 10 * silenceMillis, preferFirst);
  }

  /** For the same nodes; prefers the first one as long as it answers. */
  public NodeHttp preferringFirst() {
    return new NodeHttp(ports, silenceMillis, true);
  }

  /** The number of the node for the next request. */
  int any(Random dice) {
    boolean useFirst = preferFirst && System.nanoTime() - failed > AVOIDED_NANOS;
    return useFirst ? 0 : dice.nextInt(ports.size());
  }

  public int nodes() {
    return ports.size();
  }

  /** Sends a request and returns when the response begins. */
  public Reply send(int node, String method, String path, Map<String, String> headers, String body)
      throws IOException {
    try {
      Reply reply = open(node, method, path, headers, body);
      if (reply.status() == HttpURLConnection.HTTP_UNAVAILABLE || !reply.fromApplication()) {
        markFailed(node);
      }
      return reply;
    } catch (IOException unavailable) {
      markFailed(node);
      throw unavailable;
    }
  }

  private void markFailed(int node) {
    if (node == 0) {
      failed = System.nanoTime();
    }
  }

  private Reply open(int node, String method, String path, Map<String, String> headers, String body)
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

  /** A response whose body may still arrive. */
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

    /** Whether the application answered, and not a server that has not deployed it yet. */
    boolean fromApplication() {
      String type = connection.getContentType();
      return status == 204 || type != null && (type.contains("json") || type.contains("stream"));
    }

    /** Closes the connection, also in the middle of the body. */
    @Override
    public void close() {
      connection.disconnect();
    }
  }
}
