package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.transport.Exchange;
import io.awaken.builtin.mcp.transport.Inbox;
import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.builtin.mcp.transport.McpTransport;
import io.awaken.mcp.JsonRpcMessage.Failure;
import io.awaken.mcp.JsonRpcMessage.Notification;
import io.awaken.mcp.JsonRpcMessage.Request;
import io.awaken.mcp.JsonRpcMessage.Response;
import io.awaken.mcp.JsonRpcMessage.Result;
import io.awaken.mcp.McpHeaders;
import io.awaken.mcp.McpMeta;
import io.awaken.mcp.ProtocolVersion;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/** What is agreed upon with a server: the revision, and what the server can do. Thread-safe. */
final class McpSession implements AutoCloseable {

  /** What lasts so long is no server that ends each time that it is started. */
  private static final Duration LASTING = Duration.ofMinutes(1);

  private final McpTransport transport;
  private final Executor executor;
  private final Duration limit;
  private final boolean samples;
  private final AtomicLong ids = new AtomicLong();
  private final long begin = System.nanoTime();
  private volatile boolean served;
  private volatile ProtocolVersion version;
  private volatile JsonNode capabilities = JsonNodeFactory.instance.objectNode();

  /**
   * @param executor tells the server that nobody waits any more
   * @param limit for each request
   * @param samples whether the server may ask the model of an agent that calls
   */
  McpSession(McpTransport transport, Executor executor, Duration limit, boolean samples) {
    this.transport = transport;
    this.executor = executor;
    this.limit = limit;
    this.samples = samples;
  }

  /** Notes what was agreed upon. */
  void agreed(ProtocolVersion spoken, JsonNode serverCapabilities) {
    transport.speak(spoken);
    version = spoken;
    capabilities = serverCapabilities;
  }

  /** Null before anything is agreed upon. */
  ProtocolVersion version() {
    return version;
  }

  /** Whether the server tells when its list of tools changes. */
  boolean tellsChanges() {
    return capabilities.path("tools").path("listChanged").asBoolean(false);
  }

  /** Whether the server says that it has such things as resources or prompts. */
  boolean offers(String capability) {
    return capabilities.path(capability).isObject();
  }

  /** Whether the server has answered a call over it, or it has lasted for a while. */
  boolean proven() {
    return served || System.nanoTime() - begin >= LASTING.toNanos();
  }

  /** Whether the server may ask the model of an agent that calls. */
  boolean samples() {
    return samples;
  }

  McpTransport transport() {
    return transport;
  }

  Duration limit() {
    return limit;
  }

  /**
   * The result of a request that every server must answer.
   *
   * @throws McpException also when the server refuses it
   */
  JsonNode require(String method, ObjectNode params) throws McpException, InterruptedException {
    return switch (ask(method, null, params, Map.of(), Inbox.NONE, limit)) {
      case Result done -> done.result();
      case Failure failure ->
          throw new McpException(
              Kind.REFUSED, "it refused " + method + ": " + shortened(failure.error().message()));
    };
  }

  /**
   * Sends a request.
   *
   * @param name the tool that it names; null for none
   * @param params are completed by what the revision wants
   */
  Response ask(
      String method,
      String name,
      ObjectNode params,
      Map<String, String> headers,
      Inbox inbox,
      Duration time)
      throws McpException, InterruptedException {
    LongNode id = LongNode.valueOf(ids.incrementAndGet());
    if (inbox != Inbox.NONE) {
      params.withObjectProperty(McpMeta.FIELD).set(McpMeta.PROGRESS_TOKEN, id);
    }
    var all = new HashMap<>(headers);
    ProtocolVersion spoken = version;
    if (spoken == null || spoken.modern()) {
      stamp(params);
      all.put(McpHeaders.METHOD, method);
      if (name != null) {
        all.put(McpHeaders.NAME, McpHeaders.encoded(name));
      }
    } else {
      all.clear();
    }
    var request = new Request(id, method, params);
    try {
      Response response = transport.exchange(new Exchange(request, all, time, inbox));
      if (method.equals("tools/call")) {
        served = true;
      }
      return response;
    } catch (InterruptedException e) {
      cancel(id, "the run was asked to stop");
      throw e;
    } catch (McpException e) {
      if (e.kind() == Kind.TIMEOUT) {
        cancel(id, "it took too long");
      }
      throw e;
    }
  }

  /** What every request of the modern revisions says. */
  private void stamp(ObjectNode params) {
    ObjectNode meta = params.withObjectProperty(McpMeta.FIELD);
    meta.put(McpMeta.VERSION, ProtocolVersion.NEWEST.text());
    meta.set(McpMeta.CLIENT_CAPABILITIES, Handshake.capabilities(samples));
    meta.set(McpMeta.CLIENT_INFO, Handshake.client());
  }

  /** On another thread: the one that waited may not wait again. */
  private void cancel(JsonNode id, String reason) {
    if (transport.endingCancels() || !transport.open()) {
      return;
    }
    ObjectNode params = JsonNodeFactory.instance.objectNode().put("reason", reason);
    params.set("requestId", id);
    executor.execute(
        () -> {
          try {
            transport.say(new Notification("notifications/cancelled", params));
          } catch (McpException e) {
            // Nobody is there to stop any more.
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  static String shortened(String text) {
    return text.length() <= 500 ? text : text.substring(0, 500) + " ...";
  }

  @Override
  public void close() {
    transport.close();
  }
}
