package io.awaken.core.tool;

/** A failed call (features row 114); the message is fit for the model. */
public final class ToolException extends Exception {

  private static final long serialVersionUID = 1L;

  /** The kinds of failure. */
  public enum Kind {
    INVALID_ARGUMENTS,
    EXECUTION_FAILED,
    DENIED,
    NOT_FOUND,
    INTERNAL
  }

  private final Kind kind;

  public ToolException(Kind kind, String message) {
    this(kind, message, null);
  }

  public ToolException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
