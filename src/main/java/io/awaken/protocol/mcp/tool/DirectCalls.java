package io.awaken.protocol.mcp.tool;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.agent.ResolvedAgent;
import io.awaken.core.loop.call.StandaloneCalls;
import io.awaken.core.run.Caller;
import io.awaken.core.tool.LogLevel;
import io.awaken.http.stream.PendingResponse;
import io.awaken.http.submit.CallStreams;
import io.awaken.mcp.ProtocolVersion;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Calls of tools that may be repeated without harm: they are executed at once, with no run and
 * nothing written (features row 1102). Thread-safe.
 */
public final class DirectCalls {

  private final OfferedTools offered;
  private final StandaloneCalls calls;
  private final CallStreams streams;

  /** Those that their clients can cancel by a message, by the keys of their requests. */
  private final Map<Key, DirectCall> cancellable = new ConcurrentHashMap<>();

  public DirectCalls(OfferedTools offered, StandaloneCalls calls, CallStreams streams) {
    this.offered = offered;
    this.calls = calls;
    this.streams = streams;
  }

  /** The request of this id in this session. */
  public record Key(String session, JsonNode id) {}

  /**
   * A call as a client asks for it.
   *
   * @param arguments an object
   * @param id of the request
   * @param progressToken under which progress is told; null for none
   * @param logs the least important messages that the client wants for its log; null for none
   * @param readsStreams whether the client accepts a stream as its answer
   * @param key names the request, for a client that may cancel it by a message; null otherwise
   */
  public record Wish(
      RegisteredTool tool,
      JsonNode arguments,
      Caller caller,
      ProtocolVersion version,
      JsonNode id,
      JsonNode progressToken,
      LogLevel logs,
      boolean readsStreams,
      Key key) {}

  /**
   * Executes a call if it may be executed so; on the thread of the request, whose response is
   * suspended.
   *
   * @return false where the call has to be a run; nothing was answered then
   * @throws io.awaken.http.security.RefusedException 429 or 503 when there is no room for it
   */
  public boolean execute(Wish wish, HttpServletRequest request, PendingResponse response) {
    Optional<ResolvedAgent> agent = offered.agent();
    if (agent.isEmpty()
        || !calls.admits(agent.get(), wish.tool(), wish.arguments(), wish.caller())) {
      return false;
    }
    var call = new DirectCall(wish, streams.place(wish.caller(), request, response), this::forget);
    if (wish.key() != null) {
      cancellable.put(wish.key(), call);
    }
    call.begin(() -> calls.begin(agent.get(), wish.tool(), wish.arguments(), wish.caller(), call));
    return true;
  }

  private void forget(DirectCall call) {
    if (call.key() != null) {
      cancellable.remove(call.key(), call);
    }
  }

  /**
   * Stops a call of this node.
   *
   * @return false when there is none under this key
   */
  public boolean cancel(Key key) {
    DirectCall call = cancellable.get(key);
    if (call == null) {
      return false;
    }
    call.cancel();
    return true;
  }
}
