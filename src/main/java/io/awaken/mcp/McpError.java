package io.awaken.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.rpc.JsonRpcError;
import java.util.List;

/** The error codes of the protocol's revisions, beside those of JSON-RPC. */
public final class McpError {

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

  private McpError() {}

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
