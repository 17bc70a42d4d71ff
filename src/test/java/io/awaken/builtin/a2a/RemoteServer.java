package io.awaken.builtin.a2a;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.awaken.builtin.a2a.AgentCard.Binding;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A real HTTP server of A2A 1.0 whose answers the test writes, in either binding. */
final class RemoteServer implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final Map<String, Queue<Answer>> answers = new ConcurrentHashMap<>();
  private final HttpServer server;
  private final Binding binding;
  private boolean streaming = true;
  volatile Answer card;

  /**
   * A request.
   *
   * @param params its parameters; for a task its {@code id}
   */
  record Seen(String method, JsonNode params, Map<String, List<String>> headers, String path) {}

  /** Writes the answer to a request. */
  interface Answer {
    void write(HttpExchange exchange, Binding binding) throws IOException;
  }

  RemoteServer(Binding binding) {
    this.binding = binding;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
    card = json(card().toString());
  }

  String port() {
    return String.valueOf(server.getAddress().getPort());
  }

  String url() {
    return "http://127.0.0.1:" + port();
  }

  /** The usual card. */
  ObjectNode card() {
    ObjectNode made = JSON.createObjectNode().put("name", "far").put("description", "Far away.");
    made.putArray("supportedInterfaces")
        .addObject()
        .put("url", url() + "/a2a")
        .put("protocolBinding", binding == Binding.JSON_RPC ? "JSONRPC" : "HTTP+JSON")
        .put("protocolVersion", "1.0");
    made.putObject("capabilities").put("streaming", streaming);
    return made;
  }

  /** Serves a changed card. */
  RemoteServer card(Consumer<ObjectNode> change) {
    ObjectNode changed = card();
    change.accept(changed);
    card = json(changed.toString());
    return this;
  }

  /** Serves a card without streams. */
  RemoteServer withoutStreams() {
    streaming = false;
    return card(same -> {});
  }

  /** The next answers to a method; the last one stays. */
  RemoteServer on(String method, Answer... next) {
    answers.put(method, new ConcurrentLinkedQueue<>(List.of(next)));
    return this;
  }

  /** The requests of a method. */
  List<Seen> seen(String method) {
    return seen.stream().filter(each -> each.method().equals(method)).toList();
  }

  /** JSON with ' for quotation marks. */
  static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A document as it is. */
  static Answer json(String text) {
    return document(200, text);
  }

  private static Answer document(int status, String text) {
    return (exchange, binding) -> {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    };
  }

  /** A card that may be kept for some seconds. */
  static Answer keptFor(long seconds, ObjectNode card) {
    return (exchange, binding) -> {
      exchange.getResponseHeaders().set("Cache-Control", "max-age=" + seconds);
      json(card.toString()).write(exchange, binding);
    };
  }

  /** A result in the form of the binding. */
  static Answer result(String text) {
    return (exchange, binding) -> json(wrapped(text, binding).toString()).write(exchange, binding);
  }

  /** An error of the protocol. */
  static Answer error(int status, int code, String reason) {
    String details = "[{'@type':'type.googleapis.com/google.rpc.ErrorInfo','reason':'" + reason;
    String error = "{'error':{'code':%d,'message':'no','%s':" + details + "'}]}}";
    return (exchange, binding) -> {
      boolean rpc = binding == Binding.JSON_RPC;
      String text = rpc ? error.formatted(code, "data") : error.formatted(status, "details");
      document(rpc ? 200 : status, parsed(text).toString()).write(exchange, binding);
    };
  }

  /** A status without a body. */
  static Answer status(int status, String... headers) {
    return (exchange, binding) -> {
      for (int i = 0; i < headers.length; i += 2) {
        exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
      }
      exchange.sendResponseHeaders(status, -1);
    };
  }

  /** A stream of events that ends. */
  static Answer stream(String... events) {
    return streamThen(new CountDownLatch(0), events);
  }

  /** A stream of events that ends once something has happened. */
  static Answer streamThen(CountDownLatch happened, String... events) {
    return (exchange, binding) -> {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      OutputStream out = exchange.getResponseBody();
      for (String event : events) {
        String data = "data: " + wrapped(event, binding) + "\n\n";
        out.write(data.getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
      try {
        happened.await(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }

  /** A stream that its server ends before the task. */
  static Answer interrupted(String... events) {
    String reason = "[{'reason':'UNAVAILABLE'}]";
    String rpc = "{'jsonrpc':'2.0','id':'1','error':{'code':-32000,'message':'no','data':%s}}";
    String rest = "{'error':{'code':503,'status':'UNAVAILABLE','message':'no','details':%s}}";
    return (exchange, binding) -> {
      stream(events).write(exchange, binding);
      JsonNode error = parsed((binding == Binding.JSON_RPC ? rpc : rest).formatted(reason));
      String data = "data: " + error + "\n\n";
      exchange.getResponseBody().write(data.getBytes(StandardCharsets.UTF_8));
    };
  }

  private static JsonNode wrapped(String text, Binding binding) {
    JsonNode result = parsed(text);
    return binding == Binding.JSON_RPC
        ? JSON.createObjectNode().put("jsonrpc", "2.0").put("id", "1").set("result", result)
        : result;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      JsonNode body = JSON.readTree(exchange.getRequestBody().readAllBytes());
      if (path.endsWith(".json")) {
        seen.add(new Seen("card", body, Map.copyOf(exchange.getRequestHeaders()), path));
        card.write(exchange, binding);
        return;
      }
      boolean rpc = binding == Binding.JSON_RPC;
      String method = rpc ? body.path("method").asText() : method(exchange, path);
      JsonNode params = rpc ? body.path("params") : body;
      if (!rpc && path.contains("/tasks/")) {
        String id = path.substring(path.indexOf("/tasks/") + 7).replaceAll(":.*", "");
        params = JSON.createObjectNode().put("id", id);
      }
      seen.add(new Seen(method, params, Map.copyOf(exchange.getRequestHeaders()), path));
      Queue<Answer> next = answers.get(method);
      if (next == null) {
        error(404, -32001, "TASK_NOT_FOUND").write(exchange, binding);
      } else {
        (next.size() > 1 ? next.poll() : next.peek()).write(exchange, binding);
      }
    }
  }

  private static String method(HttpExchange exchange, String path) {
    String last = path.substring(path.lastIndexOf(':') + 1);
    return switch (last) {
      case "send" -> "SendMessage";
      case "stream" -> "SendStreamingMessage";
      case "cancel" -> "CancelTask";
      case "subscribe" -> "SubscribeToTask";
      default -> "GetTask";
    };
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
