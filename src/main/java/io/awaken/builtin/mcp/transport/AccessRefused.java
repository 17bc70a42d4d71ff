package io.awaken.builtin.mcp.transport;

import io.awaken.builtin.mcp.transport.McpException.Kind;
import java.io.IOException;

/**
 * A server wants a token that cannot be had, or refuses one. The request was not looked at. The
 * message names no secret.
 */
public final class AccessRefused extends IOException {

  private static final long serialVersionUID = 1L;

  private final Kind kind;

  /** There is no token. */
  public AccessRefused(String message) {
    this(Kind.UNAUTHORIZED, message, null);
  }

  /**
   * @param kind what is in the way
   */
  public AccessRefused(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
