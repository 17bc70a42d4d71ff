package io.awaken.http.stream.open;

/** No further stream may be opened now; nothing was changed. */
public final class StreamsExhausted extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The scope of the limit. */
  public enum Scope {
    PRINCIPAL,
    NODE,
    DRAINING
  }

  private final Scope scope;

  StreamsExhausted(Scope scope, String message) {
    super(message, null, false, false);
    this.scope = scope;
  }

  public Scope scope() {
    return scope;
  }
}
