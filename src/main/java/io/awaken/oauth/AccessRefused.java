package io.awaken.oauth;

import java.io.IOException;

/**
 * A server requires a token that is unavailable, or rejects one. It did not process the request.
 * The message contains no secret.
 */
public final class AccessRefused extends IOException {

  private static final long serialVersionUID = 1L;

  /** What failed. */
  public enum Kind {
    /** No token is available, or the server rejects it. */
    UNAUTHORIZED,
    /** The address of an authorization server is not allowed. */
    ADDRESS_REFUSED,
    /** An authorization server does not answer in time. */
    UNREACHABLE
  }

  private final Kind kind;

  /** No token is available. */
  public AccessRefused(String message) {
    this(Kind.UNAUTHORIZED, message, null);
  }

  /**
   * @param kind the kind of failure
   */
  public AccessRefused(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
