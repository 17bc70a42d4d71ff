package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.http.security.Refusal;
import io.awaken.rpc.JsonRpcError;

/** A request fails with a protocol error. */
public final class McpFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int IN_BAND = 200;

  private final int status;
  private final transient JsonRpcError error;
  private final Integer retryAfter;

  private McpFailure(int status, JsonRpcError error, Integer retryAfter) {
    super(error.message(), null, false, false);
    this.status = status;
    this.error = error;
    this.retryAfter = retryAfter;
  }

  /** An error with an HTTP status other than 200. */
  public static McpFailure of(int status, JsonRpcError error) {
    return new McpFailure(status, error, null);
  }

  public static McpFailure of(int status, int code, String message) {
    return of(status, new JsonRpcError(code, message));
  }

  /** An error within a successful HTTP response. */
  public static McpFailure inBand(int code, String message) {
    return of(IN_BAND, code, message);
  }

  /** Translates a refusal of the server. */
  public static McpFailure of(Refusal refusal) {
    ObjectNode data = JsonNodeFactory.instance.objectNode().put("code", refusal.code());
    if (refusal.field() != null) {
      data.put("field", refusal.field());
    }
    boolean form = refusal.status() == 400 || refusal.status() == 404 || refusal.status() == 409;
    int code = form ? JsonRpcError.INVALID_PARAMS : JsonRpcError.SERVER_ERROR;
    return new McpFailure(
        form ? IN_BAND : refusal.status(),
        new JsonRpcError(code, refusal.message(), data),
        refusal.retryAfter());
  }

  public int status() {
    return status;
  }

  public JsonRpcError error() {
    return error;
  }

  /** Seconds until the client may retry; null for no advice. */
  public Integer retryAfter() {
    return retryAfter;
  }
}
