package io.awaken.core.agent;

/** A client declared invalid tools; the message is fit for the client. */
public final class InvalidFrontendTools extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String field;

  InvalidFrontendTools(String field, String message) {
    super(message);
    this.field = field;
  }

  /** The invalid field, as the native API names it. */
  public String field() {
    return field;
  }
}
