package io.awaken.protocol.mcp.call;

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
 * Executes repeatable tool calls at once, without a run and without writing anything (features row
 * 1102). Thread-safe.
 */
public final class DirectCalls {

  private final OfferedTools offered;
  private final StandaloneCalls calls;
  private final CallStreams streams;

  /** Calls that their clients can cancel by message, by request key. */
  private final Map<Key, DirectCall> cancellable = new ConcurrentHashMap<>();

  public DirectCalls(OfferedTools offered, StandaloneCalls calls, CallStreams streams) {
    this.offered = offered;
    this.calls = calls;
    this.streams = streams;
  }

  /** A request id within a session. */
  public record Key(String session, JsonNode id) {}

  /**
   * A requested call.
   *
   * @param arguments an object
   * @param id of the request
   * @param progressToken identifies progress notifications; null for none
   * @param logs the minimum level of log messages; null for none
   * @param readsStreams whether the client accepts a stream as its answer
   * @param key identifies the request, for a client that may cancel it by message; null otherwise
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
   * Executes a call that needs no run; on the thread of the request, whose response is suspended.
   *
   * @return false when the call needs a run; nothing is answered then
   * @throws io.awaken.http.security.RefusedException 429 or 503 when the server is at capacity
   */
  public boolean execute(Wish wish, HttpServletRequest request, PendingResponse response) {
    Optional<ResolvedAgent> agent = offered.agent();
    Optional<StandaloneCalls.Admitted> admitted =
        agent.flatMap(one -> calls.admit(one, wish.tool(), wish.arguments(), wish.caller()));
    if (admitted.isEmpty()) {
      return false;
    }
    var call = new DirectCall(wish, streams.place(wish.caller(), request, response), this::forget);
    if (wish.key() != null) {
      cancellable.put(wish.key(), call);
    }
    call.begin(() -> calls.begin(admitted.get(), call));
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
   * @return false when there is no such call
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
