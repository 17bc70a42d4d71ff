package io.awaken.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.awaken.process.Documents;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * A model endpoint in Ollama's format that answers with the messages of its request as JSON, so
 * that a client sees what its agent's model reads.
 */
final class MirrorModel implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;

  MirrorModel() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", MirrorModel::answer);
    server.start();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    JsonNode messages = JSON.readTree(exchange.getRequestBody()).path("messages");
    ObjectNode line = JSON.createObjectNode().put("done", true).put("done_reason", "stop");
    line.putObject("message").put("role", "assistant").put("content", messages.toString());
    byte[] answer = JSON.writeValueAsBytes(line);
    exchange.getResponseHeaders().set("Content-Type", "application/x-ndjson");
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  /**
   * Writes an agent with this model.
   *
   * @param document its fields besides the model
   */
  void agent(Documents documents, String name, Map<String, ?> document) throws IOException {
    var complete = new HashMap<String, Object>(document);
    complete.put("model_id", name);
    String address = "http://127.0.0.1:" + server.getAddress().getPort();
    documents.agent(name, complete, Map.of("adapter", "ollama", "base_url", address));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
