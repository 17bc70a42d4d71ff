package io.awaken.core.state;

/**
 * A key with the options of its registration.
 *
 * @param key the key
 * @param options the options
 */
public record KeyRegistration(StateKey<?, ?> key, StateKeyOptions options) {

  /**
   * @throws IllegalArgumentException when a thread's value would not be stored
   */
  public KeyRegistration {
    if (scope(key, options) == KeyScope.THREAD && !options.persistent()) {
      throw new IllegalArgumentException(
          "state key " + key.name() + " lives as long as its thread and so must be persistent");
    }
  }

  public String name() {
    return key.name();
  }

  /** The effective scope: that of the options when given, else the key's. */
  public KeyScope scope() {
    return scope(key, options);
  }

  private static KeyScope scope(StateKey<?, ?> key, StateKeyOptions options) {
    return options.scope() == null ? key.scope() : options.scope();
  }
}
