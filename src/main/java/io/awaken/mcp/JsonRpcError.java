package io.awaken.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Objects;

/**
 * Why a request failed. The codes are those of JSON-RPC and the protocol's revisions. Immutable as
 * long as no caller changes {@code data}.
 *
 * @param message one sentence for people
 * @param data details for programs; null for none
 */
public record JsonRpcError(int code, String message, JsonNode data) {

  /** The body is not JSON. */
  public static final int PARSE_ERROR = -32700;

  /** The JSON is not a message. */
  public static final int INVALID_REQUEST = -32600;

  /** No such method in this revision. */
  public static final int METHOD_NOT_FOUND = -32601;

  /** Invalid parameters; also an unknown tool, and since 2026-07-28 an unknown resource. */
  public static final int INVALID_PARAMS = -32602;

  /** The server failed. */
  public static final int INTERNAL_ERROR = -32603;

  /** A server error without a code of its own. */
  public static final int SERVER_ERROR = -32000;

  /** No such resource; until 2025-11-25. */
  public static final int RESOURCE_NOT_FOUND = -32002;

  /** A person must first visit a page; 2025-11-25. */
  public static final int URL_ELICITATION_REQUIRED = -32042;

  /** A header contradicts the body; since 2026-07-28. */
  public static final int HEADER_MISMATCH = -32020;

  /** The client lacks a capability that the request needs; since 2026-07-28. */
  public static final int MISSING_CLIENT_CAPABILITY = -32021;

  /** The server does not support that revision; since 2026-07-28. */
  public static final int UNSUPPORTED_VERSION = -32022;

  public JsonRpcError {
    Objects.requireNonNull(message, "message");
  }

  public JsonRpcError(int code, String message) {
    this(code, message, null);
  }

  /** The answer to a request for an unsupported revision. */
  public static JsonRpcError unsupportedVersion(String requested, List<ProtocolVersion> versions) {
    var data = JsonNodeFactory.instance.objectNode();
    var supported = data.putArray("supported");
    versions.forEach(version -> supported.add(version.text()));
    data.put("requested", requested);
    return new JsonRpcError(
        UNSUPPORTED_VERSION, "the server does not support this protocol version", data);
  }
}
