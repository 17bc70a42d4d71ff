package io.awaken.core.state;

import java.util.function.Supplier;

/**
 * A namespace of shared values that outlive runs and threads (features row 57). Immutable.
 *
 * @param namespace at most 128 characters, unique among plugins
 * @param value what a value is
 * @param initial what is read where nothing was written
 */
public record ProfileKey<V>(String namespace, Codec<V> value, Supplier<V> initial) {

  private static final int MAX_LENGTH = 128;

  public ProfileKey {
    if (namespace.isBlank() || namespace.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "a profile key's namespace has 1 to " + MAX_LENGTH + " characters");
    }
  }

  public static <V> ProfileKey<V> of(String namespace, Class<V> value, Supplier<V> initial) {
    return new ProfileKey<>(namespace, Codec.json(value), initial);
  }
}
