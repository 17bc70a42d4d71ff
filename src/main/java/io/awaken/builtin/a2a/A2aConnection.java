package io.awaken.builtin.a2a;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.a2a.AgentCard.Binding;
import io.awaken.builtin.a2a.AgentCard.Interface;
import io.awaken.core.outbound.AnswerHead;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.outbound.GuardedLimits;
import io.awaken.core.outbound.OutboundCall;
import io.awaken.core.outbound.OutboundRequest;
import io.awaken.core.outbound.SseReader;
import io.awaken.core.run.CancellationToken;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Calls the methods of one interface in its binding (A2A 1.0, 9 and 11). Thread-safe. */
final class A2aConnection {

  /** The header with the version of the protocol. */
  static final Map<String, String> VERSION = Map.of("A2A-Version", "1.0");

  /** Maximum bytes of an answer, and of an event. */
  private static final int MAX_ANSWER = 32 << 20;

  private static final int MAX_ERROR = 64 << 10;

  /** Silence of a stream after which its connection counts as broken. */
  private static final Duration SILENCE = Duration.ofSeconds(60);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final GuardedHttp http;
  private final Interface target;
  private final Map<String, String> headers;

  /**
   * @param credentials headers that are sent with each request
   */
  A2aConnection(GuardedHttp http, Interface target, Map<String, String> credentials) {
    this.http = http;
    this.target = target;
    this.headers = new HashMap<>(credentials);
    headers.putAll(VERSION);
  }

  /** The methods that a client needs. */
  enum Method {
    SEND("SendMessage", "POST", "/message:send"),
    STREAM("SendStreamingMessage", "POST", "/message:stream"),
    GET("GetTask", "GET", ""),
    CANCEL("CancelTask", "POST", ":cancel"),
    SUBSCRIBE("SubscribeToTask", "POST", ":subscribe");

    private final String rpc;
    private final String verb;
    private final String path;

    Method(String rpc, String verb, String path) {
      this.rpc = rpc;
      this.verb = verb;
      this.path = path;
    }
  }

  /** Receives the events of a stream. */
  interface Events {

    /**
     * @return whether to read on
     */
    boolean accept(JsonNode event) throws A2aRefusal;
  }

  /**
   * Sends a message.
   *
   * @return {@code {task}} or {@code {message}}
   */
  JsonNode send(ObjectNode params, Within within)
      throws IOException, A2aRefusal, InterruptedException {
    return answer(request(Method.SEND, "", params), within);
  }

  /** Calls a method about a task and returns the task. */
  JsonNode task(Method method, String taskId, Within within)
      throws IOException, A2aRefusal, InterruptedException {
    return answer(request(method, taskId, null), within);
  }

  private JsonNode answer(OutboundRequest request, Within within)
      throws IOException, A2aRefusal, InterruptedException {
    try (OutboundCall call = open(request, within);
        CancellationToken.Registration ends = within.stops().onCancel(call::close)) {
      AnswerHead head = accepted(call);
      JsonNode answer = unwrapped(parsed(ByteBuffer.wrap(call.readAtMost(MAX_ANSWER)), head));
      call.finish();
      return answer;
    }
  }

  /** Sends a message, or subscribes to a task, and reads the stream of events. */
  void stream(Method method, String taskId, ObjectNode params, Within within, Events events)
      throws IOException, A2aRefusal, InterruptedException {
    try (OutboundCall call = open(request(method, taskId, params), within);
        CancellationToken.Registration ends = within.stops().onCancel(call::close)) {
      AnswerHead head = accepted(call);
      if (!type(head).equals("text/event-stream")) {
        // A server without anything to stream may answer at once.
        events.accept(unwrapped(parsed(ByteBuffer.wrap(call.readAtMost(MAX_ANSWER)), head)));
        return;
      }
      call.idle(SILENCE);
      var reader = new SseReader(call, MAX_ANSWER);
      ByteBuffer data = reader.next();
      while (data != null && events.accept(unwrapped(parsed(data, head)))) {
        data = reader.next();
      }
    }
  }

  private OutboundCall open(OutboundRequest request, Within within) {
    return http.open(request, GuardedLimits.of(within.time(), Long.MAX_VALUE));
  }

  private OutboundRequest request(Method method, String taskId, ObjectNode params) {
    boolean rpc = target.binding() == Binding.JSON_RPC;
    ObjectNode fields = params == null ? JsonNodeFactory.instance.objectNode() : params;
    Map<String, String> all = new HashMap<>(headers);
    boolean streams = method == Method.STREAM || method == Method.SUBSCRIBE;
    all.put("Accept", streams ? "text/event-stream" : "application/json, application/a2a+json");
    if (!rpc && method.verb.equals("GET")) {
      return OutboundRequest.get(address(method, taskId), all);
    }
    ObjectNode body = fields;
    if (rpc) {
      body = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0").put("id", "1");
      ObjectNode sent = fields.deepCopy();
      if (!taskId.isEmpty()) {
        sent.put("id", taskId);
      }
      if (!target.tenant().isEmpty()) {
        sent.put("tenant", target.tenant());
      }
      body.put("method", method.rpc).set("params", sent);
    }
    all.put("Content-Type", rpc ? "application/json" : "application/a2a+json");
    byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    return OutboundRequest.post(rpc ? target.url() : address(method, taskId), all, bytes);
  }

  private URI address(Method method, String taskId) {
    String base = target.url().toString();
    String tenant = target.tenant().isEmpty() ? "" : "/" + encoded(target.tenant());
    String task = taskId.isEmpty() ? "" : "/tasks/" + encoded(taskId);
    return URI.create(base.replaceAll("/$", "") + tenant + task + method.path);
  }

  private static String encoded(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** The head of an answer that is no refusal. */
  private static AnswerHead accepted(OutboundCall call)
      throws IOException, A2aRefusal, InterruptedException {
    AnswerHead head = call.head();
    if (head.status() >= 300) {
      JsonNode error = null;
      try {
        error = JSON.readTree(call.readAtMost(MAX_ERROR));
      } catch (JsonProcessingException e) {
        // The status is enough.
      }
      throw A2aRefusal.of(head, error);
    }
    return head;
  }

  private static JsonNode parsed(ByteBuffer bytes, AnswerHead head) throws IOException, A2aRefusal {
    try {
      int offset = bytes.arrayOffset() + bytes.position();
      return JSON.readTree(bytes.array(), offset, bytes.remaining());
    } catch (JsonProcessingException e) {
      throw A2aRefusal.garbage("it answered with status " + head.status() + " and no JSON");
    }
  }

  /** JSON-RPC wraps results; errors may come in streams of both bindings. */
  private JsonNode unwrapped(JsonNode answer) throws A2aRefusal {
    if (answer.path("error").isObject()) {
      throw A2aRefusal.of(answer.path("error"));
    }
    return target.binding() == Binding.JSON_RPC ? answer.path("result") : answer;
  }

  private static String type(AnswerHead head) {
    String type = head.header("Content-Type").orElse("");
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  /**
   * The bounds of a call.
   *
   * @param time its total time
   * @param stops ends it
   */
  record Within(Duration time, CancellationToken stops) {}
}
