package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.transport.Deadline;
import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.builtin.mcp.transport.McpTransport;
import io.awaken.builtin.mcp.transport.McpTransport.Exchange;
import io.awaken.builtin.mcp.transport.McpTransport.MessageHandler;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.mcp.McpHeaders;
import io.awaken.mcp.McpMeta;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.rpc.JsonRpcMessage.Failure;
import io.awaken.rpc.JsonRpcMessage.Notification;
import io.awaken.rpc.JsonRpcMessage.Request;
import io.awaken.rpc.JsonRpcMessage.Response;
import io.awaken.rpc.JsonRpcMessage.Result;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/** The negotiated state of a connection to a server: revision and capabilities. Thread-safe. */
final class McpSession implements AutoCloseable {

  /** A process that ran this long counts as started. */
  private static final Duration LASTING = Duration.ofMinutes(1);

  private final McpTransport transport;
  private final Executor executor;
  private final Duration limit;
  private final Duration total;
  private final boolean samples;
  private final ProtocolVersion pinned;
  private final AtomicLong ids = new AtomicLong();
  private final long begin = System.nanoTime();
  private volatile boolean served;
  private volatile ProtocolVersion version;
  private volatile JsonNode capabilities = JsonNodeFactory.instance.objectNode();

  /**
   * @param executor runs cancellation notices
   * @param spec has the time limits of each request, whether the server may ask the calling agent's
   *     model, and the only revision to speak, if any
   */
  McpSession(McpTransport transport, Executor executor, McpServerSpec spec) {
    this.transport = transport;
    this.executor = executor;
    this.limit = Duration.ofMillis(spec.timeoutMs());
    this.total = Duration.ofMillis(spec.maxTimeoutMs());
    this.samples = spec.sampling().enabled();
    this.pinned = ProtocolVersion.of(spec.revision()).orElse(null);
  }

  /** The only revision to speak with the server; null for the newest that both support. */
  ProtocolVersion pinned() {
    return pinned;
  }

  /** Stores the negotiated revision and capabilities. */
  void agreed(ProtocolVersion spoken, JsonNode serverCapabilities) {
    transport.useRevision(spoken);
    version = spoken;
    capabilities = serverCapabilities;
  }

  /** Null before negotiation. */
  ProtocolVersion version() {
    return version;
  }

  /** Returns whether the server reports changes of its tool list. */
  boolean reportsChanges() {
    return capabilities.path("tools").path("listChanged").asBoolean(false);
  }

  /** Returns whether the server has a capability such as resources or prompts. */
  boolean offers(String capability) {
    return capabilities.path(capability).isObject();
  }

  /**
   * Returns whether the server has answered a call in this session, or the session has lasted a
   * while.
   */
  boolean proven() {
    return served || System.nanoTime() - begin >= LASTING.toNanos();
  }

  /** Returns whether the server may ask the calling agent's model. */
  boolean samples() {
    return samples;
  }

  McpTransport transport() {
    return transport;
  }

  Duration limit() {
    return limit;
  }

  /** Returns the deadline of a call that begins now; progress restarts it. */
  Deadline deadline() {
    return new Deadline(limit, total);
  }

  /** Returns the deadline of a call that may also wait for users for a while. */
  Deadline deadline(Duration hold) {
    return new Deadline(limit.plus(hold), total.plus(hold));
  }

  /**
   * Returns the result of a request that every server must support.
   *
   * @throws McpException also when the server rejects it
   */
  JsonNode require(String method, ObjectNode params) throws McpException, InterruptedException {
    return switch (ask(
        method, null, params, Map.of(), MessageHandler.NONE, Deadline.fixed(limit))) {
      case Result done -> done.result();
      case Failure failure ->
          throw new McpException(
              Kind.REFUSED, "it refused " + method + ": " + shortened(failure.error().message()));
    };
  }

  /**
   * Sends a request.
   *
   * @param name the called tool; null for none
   * @param params parameters, completed as the revision requires
   */
  Response ask(
      String method,
      String name,
      ObjectNode params,
      Map<String, String> headers,
      MessageHandler inbox,
      Deadline deadline)
      throws McpException, InterruptedException {
    LongNode id = LongNode.valueOf(ids.incrementAndGet());
    if (inbox != MessageHandler.NONE) {
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
      Response response = transport.exchange(new Exchange(request, all, deadline, inbox));
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

  /** Adds the fields of every modern request. */
  private void stamp(ObjectNode params) {
    ObjectNode meta = params.withObjectProperty(McpMeta.FIELD);
    meta.put(McpMeta.VERSION, ProtocolVersion.NEWEST.text());
    meta.set(McpMeta.CLIENT_CAPABILITIES, Handshake.capabilities(samples));
    meta.set(McpMeta.CLIENT_INFO, Handshake.client());
  }

  /** Runs on another thread, since an interrupted thread cannot wait again. */
  private void cancel(JsonNode id, String reason) {
    if (transport.endingCancels() || !transport.open()) {
      return;
    }
    ObjectNode params = JsonNodeFactory.instance.objectNode().put("reason", reason);
    params.set("requestId", id);
    executor.execute(
        () -> {
          try {
            transport.send(new Notification("notifications/cancelled", params));
          } catch (McpException e) {
            // The transport is closed; there is nothing left to cancel.
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
