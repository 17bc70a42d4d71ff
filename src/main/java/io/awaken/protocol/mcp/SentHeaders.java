package io.awaken.protocol.mcp;

import io.awaken.mcp.McpHeaders;
import io.awaken.protocol.mcp.request.McpRequest;
import jakarta.ws.rs.HeaderParam;

/** The headers of a request that matter to the protocol, as the container fills them in. */
public class SentHeaders {

  @HeaderParam(McpHeaders.VERSION)
  String version;

  @HeaderParam(McpHeaders.SESSION)
  String session;

  @HeaderParam(McpHeaders.METHOD)
  String method;

  @HeaderParam(McpHeaders.NAME)
  String name;

  @HeaderParam("Accept")
  String accept;

  McpRequest.Headers read() {
    return new McpRequest.Headers(version, session, method, name, accept);
  }
}
