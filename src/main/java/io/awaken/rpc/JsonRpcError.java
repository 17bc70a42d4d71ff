package io.awaken.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;

/**
 * Why a request failed. The codes are those of JSON-RPC; protocols add others. Immutable as long as
 * no caller changes {@code data}.
 *
 * @param message one sentence for people
 * @param data details for programs; null for none
 */
public record JsonRpcError(int code, String message, JsonNode data) {

  /** The body is not JSON. */
  public static final int PARSE_ERROR = -32700;

  /** The JSON is not a message. */
  public static final int INVALID_REQUEST = -32600;

  /** No such method. */
  public static final int METHOD_NOT_FOUND = -32601;

  /** Invalid parameters; in MCP also an unknown tool, and since 2026-07-28 an unknown resource. */
  public static final int INVALID_PARAMS = -32602;

  /** The server failed. */
  public static final int INTERNAL_ERROR = -32603;

  /** A server error without a code of its own. */
  public static final int SERVER_ERROR = -32000;

  public JsonRpcError {
    Objects.requireNonNull(message, "message");
  }

  public JsonRpcError(int code, String message) {
    this(code, message, null);
  }
}
