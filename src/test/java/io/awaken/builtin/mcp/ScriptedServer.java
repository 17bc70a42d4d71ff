package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.awaken.mcp.ProtocolVersion;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;

/** A local MCP server, scripted by tests. */
final class ScriptedServer implements AutoCloseable {

  static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** A received request. */
  record Seen(String http, String method, Map<String, List<String>> headers, JsonNode body) {
    String header(String name) {
      return headers.entrySet().stream()
          .filter(header -> header.getKey().equalsIgnoreCase(name))
          .map(header -> header.getValue().getFirst())
          .findFirst()
          .orElse(null);
    }
  }

  /** Answers a request. */
  interface Handler {
    void handle(Asked asked) throws IOException, InterruptedException;
  }

  /** Checks each request first. */
  interface Gate {
    boolean passes(Asked asked) throws IOException;
  }

  /** A request to answer. */
  record Asked(HttpExchange exchange, JsonNode body) {

    JsonNode params() {
      return body.path("params");
    }

    void result(JsonNode result) throws IOException {
      json(200, response(result));
    }

    ObjectNode response(JsonNode result) {
      ObjectNode response = JSON.objectNode().put("jsonrpc", "2.0");
      response.set("id", body.get("id"));
      response.set("result", result);
      return response;
    }

    void error(int status, int code, String message) throws IOException {
      ObjectNode response = JSON.objectNode().put("jsonrpc", "2.0");
      response.set("id", body.get("id"));
      response.putObject("error").put("code", code).put("message", message);
      json(status, response);
    }

    void json(int status, JsonNode answer) throws IOException {
      raw(status, "application/json", answer.toString());
    }

    void raw(int status, String type, String text) throws IOException {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", type);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(bytes);
      }
    }

    /** Starts a stream, which ends when it is closed. */
    OutputStream stream() throws IOException {
      exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      return exchange.getResponseBody();
    }
  }

  final List<Seen> seen = new CopyOnWriteArrayList<>();
  final Map<String, Handler> calls = new ConcurrentHashMap<>();
  final Map<String, Handler> methods = new ConcurrentHashMap<>();
  final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();
  final Set<String> sessions = ConcurrentHashMap.newKeySet();
  final Map<String, Supplier<JsonNode>> wellKnown = new ConcurrentHashMap<>();
  volatile List<ObjectNode> tools = List.of();
  volatile int page = 100;

  /** Answers the offer of another revision; null to name its own. */
  volatile Handler newer;

  volatile boolean tellsChanges;
  final List<String> capabilities = new CopyOnWriteArrayList<>();

  /** Answers rejected requests itself and returns false. */
  volatile Gate gate = asked -> true;

  private final ProtocolVersion version;
  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  ScriptedServer(ProtocolVersion version) throws IOException {
    this.version = version;
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(threads);
    http.createContext("/mcp", this::handle);
    http.createContext("/.well-known/", this::metadata);
    http.start();
  }

  int port() {
    return http.getAddress().getPort();
  }

  String url() {
    return "http://127.0.0.1:" + port() + "/mcp";
  }

  static ObjectNode tool(String name, String description) {
    ObjectNode tool = JSON.objectNode().put("name", name).put("description", description);
    ObjectNode schema = tool.putObject("inputSchema").put("type", "object");
    schema.putObject("properties").putObject("text").put("type", "string");
    return tool;
  }

  static ObjectNode text(String text) {
    ObjectNode result = JSON.objectNode().put("resultType", "complete");
    result.putArray("content").addObject().put("type", "text").put("text", text);
    return result;
  }

  static String event(JsonNode message) {
    return "data: " + message + "\n\n";
  }

  List<Seen> seen(String method) {
    return seen.stream().filter(each -> each.method().equals(method)).toList();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String kind = exchange.getRequestMethod();
      byte[] bytes = exchange.getRequestBody().readAllBytes();
      JsonNode body = bytes.length == 0 ? JSON.objectNode() : MAPPER.readTree(bytes);
      String method = kind.equals("POST") ? body.path("method").asText("response") : kind;
      seen.add(new Seen(kind, method, Map.copyOf(exchange.getRequestHeaders()), body));
      var asked = new Asked(exchange, body);
      Handler own = methods.get(method);
      if (!gate.passes(asked)) {
        return;
      }
      if (own != null) {
        own.handle(asked);
      } else if (method.equals("GET") && (version.modern() || !tellsChanges)) {
        asked.raw(405, "text/plain", "");
      } else if (method.equals("GET")) {
        listening(asked);
      } else if (method.equals("DELETE")) {
        sessions.clear();
        asked.raw(200, "text/plain", "");
      } else if (!body.has("id") || method.equals("response")) {
        asked.raw(202, "text/plain", "");
      } else {
        answer(asked, method);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void metadata(HttpExchange exchange) throws IOException {
    try (exchange) {
      Supplier<JsonNode> known = wellKnown.get(exchange.getRequestURI().getPath());
      var asked = new Asked(exchange, JSON.objectNode());
      asked.json(known == null ? 404 : 200, known == null ? JSON.objectNode() : known.get());
    }
  }

  private void answer(Asked asked, String method) throws IOException, InterruptedException {
    boolean modern = version.modern();
    String wanted = asked.params().path("protocolVersion").asText();
    if (newer != null && method.equals("initialize") && !wanted.equals(version.text())) {
      newer.handle(asked);
      return;
    }
    if (!modern && method.equals("initialize")) {
      initialize(asked);
      return;
    }
    String session = asked.exchange().getRequestHeaders().getFirst("Mcp-Session-Id");
    if (!modern && (session == null || !sessions.contains(session))) {
      asked.error(session == null ? 400 : 404, -32000, "no such session");
      return;
    }
    switch (method) {
      case "server/discover" -> {
        ObjectNode result = JSON.objectNode().put("resultType", "complete");
        result.putArray("supportedVersions").add(version.text());
        result.set("capabilities", capabilities());
        asked.result(result);
      }
      case "tools/list" -> list(asked);
      case "tools/call" -> calls.get(asked.params().path("name").asText()).handle(asked);
      default -> asked.error(modern ? 404 : 200, -32601, "Method not found");
    }
  }

  private void initialize(Asked asked) throws IOException {
    String session = "session-" + (sessions.size() + 1) + "-" + seen.size();
    sessions.add(session);
    asked.exchange().getResponseHeaders().add("Mcp-Session-Id", session);
    ObjectNode result = JSON.objectNode().put("protocolVersion", version.text());
    result.set("capabilities", capabilities());
    result.putObject("serverInfo").put("name", "scripted").put("version", "1");
    asked.result(result);
  }

  private ObjectNode capabilities() {
    ObjectNode capabilities = JSON.objectNode();
    capabilities.putObject("tools").put("listChanged", tellsChanges);
    this.capabilities.forEach(capabilities::putObject);
    return capabilities;
  }

  private void list(Asked asked) throws IOException {
    int from = asked.params().path("cursor").asInt(0);
    ObjectNode result = JSON.objectNode().put("resultType", "complete").put("ttlMs", 1_000);
    ArrayNode some = result.putArray("tools");
    List<ObjectNode> all = tools;
    all.subList(from, Math.min(all.size(), from + page)).forEach(some::add);
    if (from + page < all.size()) {
      result.put("nextCursor", String.valueOf(from + page));
    }
    asked.result(result);
  }

  /** Sends the queued events. */
  void listening(Asked asked) throws IOException, InterruptedException {
    try (OutputStream out = asked.stream()) {
      out.flush();
      for (String next = events.take(); !next.isEmpty(); next = events.take()) {
        out.write(next.getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    }
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
