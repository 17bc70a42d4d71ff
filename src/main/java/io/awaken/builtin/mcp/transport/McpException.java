package io.awaken.builtin.mcp.transport;

import java.util.Locale;

/**
 * A server of tools that cannot be used, or did not answer as the protocol says. The message names
 * no secret and is fit for operators and models. Thread-safe.
 */
public final class McpException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Kind {
    /** The configuration does not allow this transport. */
    NOT_ALLOWED,
    /** Its address must not be reached. */
    ADDRESS_REFUSED,
    /** There is no connection, or it broke off. */
    UNREACHABLE,
    /** It did not answer in time. */
    TIMEOUT,
    /** It wants other credentials. */
    UNAUTHORIZED,
    /** It answered with a status of HTTP that says no. */
    STATUS,
    /** It does not know the session any more. */
    SESSION_LOST,
    /** What it sent is no message. */
    GARBAGE,
    /** It sent more than is taken. */
    FLOOD,
    /** It refused a request that every server must answer. */
    REFUSED,
    /** It speaks no revision that is spoken here. */
    VERSION,
    /** It was closed here. */
    CLOSED;

    /** As it is told. */
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

  /** A status of HTTP that says no. */
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

  /** The status of HTTP; 0 where there is none. */
  public int status() {
    return status;
  }
}
