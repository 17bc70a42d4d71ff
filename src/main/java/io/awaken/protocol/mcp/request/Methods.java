package io.awaken.protocol.mcp.request;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.http.security.RefusedException;
import io.awaken.mcp.JsonRpcError;
import io.awaken.mcp.JsonRpcMessage.Result;
import java.util.HashMap;
import java.util.Map;

/**
 * The methods of one era, by name. Filled by one thread before others use it, and not changed
 * afterwards.
 */
public final class Methods {

  /** Answers a request at once. */
  @FunctionalInterface
  public interface Simple {
    /**
     * @throws McpFailure when there is no result
     */
    ObjectNode result(Asked asked);
  }

  /** Answers a request by itself, perhaps with a stream. */
  @FunctionalInterface
  public interface Streamed {
    /**
     * @throws McpFailure before anything was answered
     */
    void answer(Asked asked);
  }

  private final Map<String, Simple> simple;
  private final Map<String, Streamed> streamed;

  /** No methods. */
  public Methods() {
    simple = new HashMap<>();
    streamed = new HashMap<>();
  }

  /** The methods of another table, to which others may be added. */
  public Methods(Methods other) {
    simple = new HashMap<>(other.simple);
    streamed = new HashMap<>(other.streamed);
  }

  public Methods simple(String name, Simple method) {
    simple.put(name, method);
    return this;
  }

  public Methods streamed(String name, Streamed method) {
    streamed.put(name, method);
    return this;
  }

  /** Whether a method answers by itself, so that it cannot be part of a batch. */
  public boolean streams(String name) {
    return streamed.containsKey(name);
  }

  /** Answers a request. */
  public void answer(Asked asked, int unknownStatus) {
    Streamed method = streamed.get(asked.request().method());
    if (method != null) {
      method.answer(asked);
      return;
    }
    ObjectNode result = result(asked, unknownStatus);
    asked.http().response().resume(McpAnswers.of(new Result(asked.request().id(), result)).build());
  }

  /**
   * The result of a request that is answered at once.
   *
   * @param unknownStatus the HTTP status for a method that does not exist
   * @throws McpFailure for a method that does not exist, or that has no result
   */
  public ObjectNode result(Asked asked, int unknownStatus) {
    String name = asked.request().method();
    Simple method = simple.get(name);
    if (method == null) {
      throw McpFailure.of(
          unknownStatus, JsonRpcError.METHOD_NOT_FOUND, "there is no such method: " + name);
    }
    try {
      return method.result(asked);
    } catch (RefusedException refused) {
      throw McpFailure.of(refused.refusal());
    }
  }
}
