package io.awaken.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Objects;

/**
 * Why a request failed. The codes are those of JSON-RPC and of the revisions of the protocol.
 * Immutable as long as no caller changes {@code data}.
 *
 * @param message one sentence for people
 * @param data more for programs; null for none
 */
public record JsonRpcError(int code, String message, JsonNode data) {

  /** The body is not JSON. */
  public static final int PARSE_ERROR = -32700;

  /** The JSON is no message. */
  public static final int INVALID_REQUEST = -32600;

  /** There is no such method, in this revision. */
  public static final int METHOD_NOT_FOUND = -32601;

  /** The parameters do not fit; also an unknown tool, and since 2026-07-28 an unknown resource. */
  public static final int INVALID_PARAMS = -32602;

  /** The server failed. */
  public static final int INTERNAL_ERROR = -32603;

  /** Whatever of a server has no code of its own. */
  public static final int SERVER_ERROR = -32000;

  /** There is no such resource; until 2025-11-25. */
  public static final int RESOURCE_NOT_FOUND = -32002;

  /** A person has to visit a page first; 2025-11-25. */
  public static final int URL_ELICITATION_REQUIRED = -32042;

  /** A header says something else than the body; since 2026-07-28. */
  public static final int HEADER_MISMATCH = -32020;

  /** The client lacks what the request needs; since 2026-07-28. */
  public static final int MISSING_CLIENT_CAPABILITY = -32021;

  /** The server does not speak that revision; since 2026-07-28. */
  public static final int UNSUPPORTED_VERSION = -32022;

  public JsonRpcError {
    Objects.requireNonNull(message, "message");
  }

  public JsonRpcError(int code, String message) {
    this(code, message, null);
  }

  /** What a request for a revision that is not spoken is answered with. */
  public static JsonRpcError unsupportedVersion(String requested, List<ProtocolVersion> spoken) {
    var data = JsonNodeFactory.instance.objectNode();
    var supported = data.putArray("supported");
    spoken.forEach(version -> supported.add(version.text()));
    data.put("requested", requested);
    return new JsonRpcError(
        UNSUPPORTED_VERSION, "the server does not speak this protocol version", data);
  }
}
