package io.awaken.builtin.mcp.transport;

import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.core.outbound.AddressRefused;
import java.io.IOException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;

/** Classifies failed HTTP calls. */
final class HttpFailure {

  private HttpFailure() {}

  /** The outbound client has no separate exception type for exceeded limits, only its message. */
  static McpException of(IOException e) {
    String reason = String.valueOf(e.getMessage());
    return switch (e) {
      case AccessRefused refused -> new McpException(refused.kind(), reason, refused);
      case AddressRefused refused -> new McpException(Kind.ADDRESS_REFUSED, reason, refused);
      case HttpConnectTimeoutException slow -> new McpException(Kind.UNREACHABLE, reason, slow);
      case HttpTimeoutException slow -> new McpException(Kind.TIMEOUT, "it " + reason, slow);
      default ->
          reason.contains("more than")
              ? new McpException(Kind.FLOOD, "its " + reason, e)
              : new McpException(Kind.UNREACHABLE, reason, e);
    };
  }
}
