package io.awaken.core.agent;

/** Tools that a client declares and that cannot be; the message is fit for the client. */
public final class InvalidFrontendTools extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String field;

  InvalidFrontendTools(String field, String message) {
    super(message);
    this.field = field;
  }

  /** What is wrong, as the native API names it. */
  public String field() {
    return field;
  }
}
