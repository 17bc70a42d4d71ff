package io.awaken.core.agent;

/** A client sent input that its agent does not take; the message is fit for the client. */
public final class ClientInputRefused extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /** The part that the agent does not take. */
  public enum Part {
    INSTRUCTIONS,
    STATE
  }

  private final Part part;

  ClientInputRefused(Part part, String message) {
    super(message);
    this.part = part;
  }

  public Part part() {
    return part;
  }
}
