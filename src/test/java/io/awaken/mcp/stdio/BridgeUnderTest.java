package io.awaken.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A bridge between a client, the test, and a server with scripted answers. */
final class BridgeUnderTest implements AutoCloseable {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int SECONDS = 20;

  /** A request received by the server. */
  record Asked(HttpExchange http, JsonNode body) {

    String header(String name) {
      return http.getRequestHeaders().getFirst(name);
    }

    void answer(int status, String type, String text) throws IOException {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      http.getResponseHeaders().add("Content-Type", type);
      http.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      try (OutputStream out = http.getResponseBody()) {
        out.write(bytes);
      }
    }

    void json(int status, String text) throws IOException {
      answer(status, "application/json", text);
    }

    void result(String result) throws IOException {
      json(200, response(result));
    }

    String response(String result) {
      return "{\"jsonrpc\":\"2.0\",\"id\":" + body.get("id") + ",\"result\":" + result + "}";
    }

    /** Begins a stream, which ends when it is closed. */
    OutputStream stream() throws IOException {
      http.getResponseHeaders().add("Content-Type", "text/event-stream");
      http.sendResponseHeaders(200, 0);
      return http.getResponseBody();
    }
  }

  /** Answers a request. */
  interface Handler {
    void handle(Asked asked) throws Exception;
  }

  /** Writes an event. */
  static void event(OutputStream out, String id, String data) throws IOException {
    String event = (id == null ? "" : "id: " + id + "\n") + "data: " + data + "\n\n";
    out.write(event.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** By the method of the message, {@code answer} for answers, {@code GET} for streams. */
  final Map<String, Handler> handlers = new ConcurrentHashMap<>();

  final List<Asked> asked = new CopyOnWriteArrayList<>();
  final List<String> notes = new CopyOnWriteArrayList<>();
  final List<Duration> pauses = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final PipedOutputStream in = new PipedOutputStream();
  private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
  private final Future<?> bridge;

  /** Collects written lines; a pipe would require living writers. */
  private final class Received extends OutputStream {

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    @Override
    public void write(int b) {
      if (b == '\n') {
        received.add(line.toString(StandardCharsets.UTF_8));
        line.reset();
      } else {
        line.write(b);
      }
    }
  }

  BridgeUnderTest(String token) throws IOException {
    this(token, Duration.ofSeconds(SECONDS));
  }

  BridgeUnderTest(String token, Duration patience) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/v1/mcp", this::handle);
    server.start();
    var options = new Options(URI.create(url()), token);
    var source = new PipedInputStream(in, 1 << 16);
    var running =
        new Bridge(
            options,
            source,
            new Received(),
            Executors.newVirtualThreadPerTaskExecutor(),
            notes::add,
            pauses::add,
            patience);
    bridge =
        threads.submit(
            () -> {
              running.run();
              return null;
            });
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/mcp";
  }

  private void handle(HttpExchange http) throws IOException {
    byte[] body = http.getRequestBody().readAllBytes();
    JsonNode json =
        MAPPER.readTree(body.length == 0 ? "{}".getBytes(StandardCharsets.UTF_8) : body);
    var request = new Asked(http, json);
    asked.add(request);
    String key =
        http.getRequestMethod().equals("GET")
            ? "GET"
            : json.isArray() ? "batch" : json.path("method").asText("answer");
    try {
      handlers.getOrDefault(key, BridgeUnderTest::standard).handle(request);
    } catch (Exception e) {
      throw new IOException("a handler failed", e);
    } finally {
      http.close();
    }
  }

  private static void standard(Asked asked) throws IOException {
    if (asked.body().has("method") && asked.body().has("id")) {
      asked.result("{}");
    } else if (asked.http().getRequestMethod().equals("GET")) {
      asked.json(405, "");
    } else {
      asked.json(202, "");
    }
  }

  /** Sends a line from the client. */
  void sends(String line) throws IOException {
    in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    in.flush();
  }

  /** A message since 2026-07-28. */
  void sendsModern(String id, String method, String params) throws IOException {
    sends(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":{%s\"_meta\":{\"%s\":\"%s\"}}}"
            .formatted(
                id,
                method,
                params.isEmpty() ? "" : params + ",",
                "io.modelcontextprotocol/protocolVersion",
                "2026-07-28"));
  }

  /** Opens a session, and reads the confirmation. */
  void opens() throws Exception {
    handlers.putIfAbsent("initialize", asked -> begins(asked, "s1"));
    sends("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}");
    assertThat(receives().at("/result/protocolVersion").asText()).isEqualTo("2025-11-25");
  }

  static void begins(Asked asked, String session) throws IOException {
    asked.http().getResponseHeaders().add("Mcp-Session-Id", session);
    asked.result("{\"protocolVersion\":\"2025-11-25\"}");
  }

  /** The next message for the client. */
  JsonNode receives() throws Exception {
    String line = received.poll(SECONDS, TimeUnit.SECONDS);
    assertThat(line).as("a message; notes: %s", notes).isNotNull();
    return MAPPER.readTree(line);
  }

  /** Ends the client and returns the messages that it receives afterwards. */
  List<String> ends() throws Exception {
    in.close();
    bridge.get(SECONDS, TimeUnit.SECONDS);
    return List.copyOf(received);
  }

  /** The requests of a method. */
  List<Asked> asked(String method) {
    return asked.stream()
        .filter(each -> each.body().path("method").asText().equals(method))
        .toList();
  }

  @Override
  public void close() throws IOException {
    in.close();
    server.stop(0);
    threads.shutdownNow();
  }
}
