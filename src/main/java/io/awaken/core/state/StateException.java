package io.awaken.core.state;

/** Carries a {@link StateError}; the state is unchanged. */
public final class StateException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient StateError error;

  public StateException(StateError error) {
    this(error, null);
  }

  public StateException(StateError error, Throwable cause) {
    super(error.message(), cause);
    this.error = error;
  }

  public StateError error() {
    return error;
  }
}
