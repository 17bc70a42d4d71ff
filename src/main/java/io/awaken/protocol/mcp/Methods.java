package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.http.security.RefusedException;
import io.awaken.rpc.JsonRpcError;
import java.util.HashMap;
import java.util.Map;

/** The methods of one era, by name. One thread fills the table before others read it. */
public final class Methods {

  /** Returns a result at once. */
  @FunctionalInterface
  public interface Simple {
    /**
     * @throws McpFailure when the request fails
     */
    ObjectNode result(Invocation invocation);
  }

  /** Writes its own answer, perhaps a stream. */
  @FunctionalInterface
  public interface Streamed {
    /**
     * @throws McpFailure when the request fails before anything is written
     */
    void answer(Invocation invocation);
  }

  private final Map<String, Simple> simple;
  private final Map<String, Streamed> streamed;

  /** Creates an empty table. */
  public Methods() {
    simple = new HashMap<>();
    streamed = new HashMap<>();
  }

  /** Copies a table. */
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

  /** Whether a method writes its own answer, so that it cannot be part of a batch. */
  public boolean streams(String name) {
    return streamed.containsKey(name);
  }

  /** Answers a request. */
  public void answer(Invocation invocation, int unknownStatus) {
    Streamed method = streamed.get(invocation.request().method());
    if (method != null) {
      method.answer(invocation);
      return;
    }
    invocation.answer(result(invocation, unknownStatus));
  }

  /**
   * The result of a method that answers at once.
   *
   * @param unknownStatus the HTTP status for an unknown method
   * @throws McpFailure for an unknown method or a failed request
   */
  public ObjectNode result(Invocation invocation, int unknownStatus) {
    String name = invocation.request().method();
    Simple method = simple.get(name);
    if (method == null) {
      throw McpFailure.of(unknownStatus, JsonRpcError.METHOD_NOT_FOUND, "unknown method: " + name);
    }
    try {
      return method.result(invocation);
    } catch (RefusedException refused) {
      throw McpFailure.of(refused.refusal());
    }
  }
}
