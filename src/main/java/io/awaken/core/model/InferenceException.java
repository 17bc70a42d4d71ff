package io.awaken.core.model;

import java.time.Duration;

/**
 * A model call that brought no answer. The message is fit for clients: it never holds a key, a
 * request or a provider's raw body.
 */
public final class InferenceException extends Exception {

  private static final long serialVersionUID = 1L;

  /** What went wrong, by what can be done about it. */
  public enum Kind {
    PROVIDER(true),
    RATE_LIMITED(true),
    OVERLOADED(true),
    TIMEOUT(true),
    STREAM_INTERRUPTED(true),
    CONTEXT_OVERFLOW(false),
    INVALID_REQUEST(false),
    UNAUTHORIZED(false),
    MODEL_NOT_FOUND(false),
    CONTENT_FILTERED(false);

    private final boolean retryable;

    Kind(boolean retryable) {
      this.retryable = retryable;
    }

    public boolean retryable() {
      return retryable;
    }
  }

  private final Kind kind;
  private final Duration retryAfter;

  public InferenceException(Kind kind, String message, Throwable cause) {
    this(kind, message, null, cause);
  }

  /**
   * @param retryAfter how long the provider asks to wait; null when it did not say
   */
  public InferenceException(Kind kind, String message, Duration retryAfter, Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }

  public Kind kind() {
    return kind;
  }

  /** How long the provider asks to wait, or null. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
