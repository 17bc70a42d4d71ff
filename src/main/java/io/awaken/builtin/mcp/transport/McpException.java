package io.awaken.builtin.mcp.transport;

import io.awaken.core.outbound.AddressRefused;
import io.awaken.oauth.AccessRefused;
import java.io.IOException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.Locale;

/**
 * An MCP server is unavailable or violates the protocol. The message contains no secret and is fit
 * for operators and models. Thread-safe.
 */
public final class McpException extends Exception {

  private static final long serialVersionUID = 1L;

  /** The kinds of failure. */
  public enum Kind {
    /** The configuration does not allow this transport. */
    NOT_ALLOWED,
    /** Its address is not allowed. */
    ADDRESS_REFUSED,
    /** The connection failed or broke. */
    UNREACHABLE,
    TIMEOUT,
    /** It cancelled the request. */
    CANCELLED,
    /** It rejected the credentials. */
    UNAUTHORIZED,
    /** It answered with an HTTP error status. */
    STATUS,
    /** It no longer recognises the session. */
    SESSION_LOST,
    /** It sent an invalid message. */
    GARBAGE,
    /** It exceeded a limit. */
    FLOOD,
    /** It rejected a request that every server must support. */
    REFUSED,
    /** It supports no common revision. */
    VERSION,
    /** This side closed the connection. */
    CLOSED;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Kind kind;
  private final int status;

  public McpException(Kind kind, String message) {
    this(kind, message, 0, null);
  }

  public McpException(Kind kind, String message, Throwable cause) {
    this(kind, message, 0, cause);
  }

  private McpException(Kind kind, String message, int status, Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.status = status;
  }

  /** An HTTP error status. */
  static McpException status(int status) {
    return new McpException(
        status == 401 || status == 403 ? Kind.UNAUTHORIZED : Kind.STATUS,
        "it answered with status " + status,
        status,
        null);
  }

  public Kind kind() {
    return kind;
  }

  /**
   * Returns this failure for a request that the server had begun to process: the server refused
   * something else, so the request must not be sent again as one that it did not process.
   */
  public McpException begun() {
    return kind == Kind.SESSION_LOST || kind == Kind.UNAUTHORIZED
        ? new McpException(
            Kind.UNREACHABLE, "its answer ended before the result: " + getMessage(), this)
        : this;
  }

  /** Returns the HTTP status; 0 without one. */
  public int status() {
    return status;
  }

  /** The outbound client has no separate exception type for exceeded limits, only its message. */
  static McpException ofHttp(IOException e) {
    String reason = String.valueOf(e.getMessage());
    return switch (e) {
      case AccessRefused refused -> new McpException(kind(refused), reason, refused);
      case AddressRefused refused -> new McpException(Kind.ADDRESS_REFUSED, reason, refused);
      case HttpConnectTimeoutException slow -> new McpException(Kind.UNREACHABLE, reason, slow);
      case HttpTimeoutException slow -> new McpException(Kind.TIMEOUT, "it " + reason, slow);
      default ->
          reason.contains("more than")
              ? new McpException(Kind.FLOOD, "its " + reason, e)
              : new McpException(Kind.UNREACHABLE, reason, e);
    };
  }

  private static Kind kind(AccessRefused refused) {
    return switch (refused.kind()) {
      case UNAUTHORIZED -> Kind.UNAUTHORIZED;
      case ADDRESS_REFUSED -> Kind.ADDRESS_REFUSED;
      case UNREACHABLE -> Kind.UNREACHABLE;
    };
  }
}
