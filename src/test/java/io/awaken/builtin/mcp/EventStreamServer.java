package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** An MCP server over HTTP with the event stream of 2024-11-05, with one tool. */
final class EventStreamServer implements AutoCloseable {

  static final String TOOL = "do";
  private static final String END = "";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Answers a call of the tool by events on the stream. */
  interface Tool {
    void call(JsonNode request, Stream stream) throws InterruptedException;
  }

  /** An open event stream. */
  static final class Stream {

    private final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();

    void event(String data) {
      events.add("event: message\ndata: " + data + "\n\n");
    }

    void result(JsonNode request, JsonNode result) {
      ObjectNode response = MAPPER.createObjectNode().put("jsonrpc", "2.0");
      response.set("id", request.get("id"));
      response.set("result", result);
      event(response.toString());
    }

    void end() {
      events.add(END);
    }
  }

  /** What was received: "GET /sse", or "POST", the path and the method of the message. */
  final List<String> seen = new CopyOnWriteArrayList<>();

  final List<String> authorizations = new CopyOnWriteArrayList<>();
  final Map<String, Stream> streams = new ConcurrentHashMap<>();
  volatile Tool tool = (request, stream) -> stream.result(request, ScriptedServer.text("done"));

  /** Names the address for messages; %s is the session. */
  volatile String endpoint = "/messages?session=%s";

  /** The status of a POST to the address of the stream. */
  volatile int refusal = 405;

  /** The status of a GET. */
  volatile int opening = 200;

  /** Whether a POST is answered only after the response was sent. */
  volatile boolean answersLate;

  private final AtomicInteger sessions = new AtomicInteger();
  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  EventStreamServer() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(threads);
    http.createContext("/sse", this::stream);
    http.createContext("/messages", this::message);
    http.start();
  }

  int port() {
    return http.getAddress().getPort();
  }

  String url() {
    return "http://127.0.0.1:" + port() + "/sse";
  }

  private void stream(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      noted(exchange, body.length == 0 ? "" : " " + MAPPER.readTree(body).path("method").asText());
      boolean opens = exchange.getRequestMethod().equals("GET") && opening == 200;
      if (!opens) {
        boolean get = exchange.getRequestMethod().equals("GET");
        exchange.sendResponseHeaders(get ? opening : refusal, -1);
        return;
      }
      var stream = new Stream();
      String session = "s" + sessions.incrementAndGet();
      streams.put(session, stream);
      exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      try (OutputStream out = exchange.getResponseBody()) {
        write(out, "event: endpoint\ndata: " + endpoint.formatted(session) + "\n\n");
        for (String next = stream.events.take(); !next.equals(END); next = stream.events.take()) {
          write(out, next);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private void noted(HttpExchange exchange, String method) {
    seen.add(exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath() + method);
    authorizations.add(exchange.getRequestHeaders().getFirst("Authorization"));
  }

  private void message(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode request = MAPPER.readTree(exchange.getRequestBody().readAllBytes());
      noted(exchange, " " + request.path("method").asText("response"));
      Stream stream = streams.get(exchange.getRequestURI().getQuery().replace("session=", ""));
      if (stream == null) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      if (!answersLate) {
        exchange.sendResponseHeaders(202, -1);
      }
      answer(request, stream);
      if (answersLate) {
        exchange.sendResponseHeaders(200, -1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(JsonNode request, Stream stream) throws InterruptedException {
    switch (request.path("method").asText()) {
      case "initialize" -> {
        ObjectNode result = MAPPER.createObjectNode().put("protocolVersion", "2024-11-05");
        result.putObject("capabilities").putObject("tools");
        result.putObject("serverInfo").put("name", "old").put("version", "1");
        stream.result(request, result);
      }
      case "tools/list" -> {
        ObjectNode result = MAPPER.createObjectNode();
        result.putArray("tools").add(ScriptedServer.tool(TOOL, ""));
        stream.result(request, result);
      }
      case "tools/call" -> tool.call(request, stream);
      default -> {
        // Notifications, and answers to the server.
      }
    }
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
