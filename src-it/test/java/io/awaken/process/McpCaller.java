package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** An MCP client whose session can be used on any node. */
final class McpCaller implements AutoCloseable {

  static final String PATH = "v1/mcp";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Map<String, String> headers = new HashMap<>();

  /**
   * @param token of the caller; null for an anonymous caller
   */
  McpCaller(String token) {
    headers.put("Content-Type", "application/json");
    headers.put("Accept", "application/json, text/event-stream");
    if (token != null) {
      headers.put("Authorization", "Bearer " + token);
    }
  }

  /** Adds a header to every request. */
  McpCaller with(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /** Opens a session and returns its id. */
  String begin(int port) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        post(
            port,
            """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",
             "capabilities":{"elicitation":{}},"clientInfo":{"name":"t","version":"1"}}}\
            """);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    String session = answer.headers().firstValue("Mcp-Session-Id").orElseThrow();
    with("Mcp-Session-Id", session).with("MCP-Protocol-Version", "2025-11-25");
    return session;
  }

  /** Sends a message and returns the whole response. */
  HttpResponse<String> post(int port, String body) throws IOException, InterruptedException {
    return client.send(
        request(port).POST(HttpRequest.BodyPublishers.ofString(body)).build(),
        BodyHandlers.ofString());
  }

  /** Sends a request and returns the message with its result or error. */
  JsonNode ask(int port, int id, String method, String params)
      throws IOException, InterruptedException {
    return JSON.readTree(post(port, message(id, method, params)).body());
  }

  static String message(int id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
        .formatted(id, method, params);
  }

  /** Calls an agent, or a tool that ignores its arguments. */
  EventStream call(int port, int id, String name) throws IOException, InterruptedException {
    return stream(request(port).POST(HttpRequest.BodyPublishers.ofString(toolCall(id, name))));
  }

  /** The message that calls an agent, or a tool that ignores its arguments. */
  static String toolCall(int id, String name) {
    String params = "{\"name\":\"%s\",\"arguments\":{\"message\":\"Please.\"}}".formatted(name);
    return message(id, "tools/call", params);
  }

  /** Resumes the stream after the last event. */
  EventStream resume(int port, String lastEventId) throws IOException, InterruptedException {
    return stream(request(port).header("Last-Event-ID", lastEventId).GET());
  }

  /** Approves a request of the server. */
  void approve(int port, JsonNode question) throws IOException, InterruptedException {
    answer(port, question, "{\"approved\":true}");
  }

  /** Answers a form that has one text field. */
  void answerText(int port, JsonNode question, String text)
      throws IOException, InterruptedException {
    String field = question.at("/params/requestedSchema/properties").fieldNames().next();
    answer(port, question, "{\"%s\":\"%s\"}".formatted(field, text));
  }

  private void answer(int port, JsonNode question, String content)
      throws IOException, InterruptedException {
    HttpResponse<String> accepted =
        post(
            port,
            "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"accept\",\"content\":%s}}"
                .formatted(question.get("id"), content));
    assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
  }

  /** Returns the response to the call at the end of the stream. */
  static JsonNode result(EventStream stream) throws InterruptedException {
    return stream.until(McpCaller::isResponse).getLast().json();
  }

  /** Whether a frame is the response to a call, not a request, a progress notification or empty. */
  static boolean isResponse(Frame frame) {
    return frame.json().has("result") || frame.json().has("error");
  }

  /** Whether a frame is a request to the client. */
  static boolean isQuestion(Frame frame) {
    return frame.json().path("method").asText().equals("elicitation/create");
  }

  private EventStream stream(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<InputStream> answer = client.send(request.build(), BodyHandlers.ofInputStream());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .startsWith("text/event-stream");
    return new EventStream(answer.body());
  }

  private HttpRequest.Builder request(int port) {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/" + PATH))
            .timeout(TIMEOUT);
    headers.forEach(request::header);
    return request;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
