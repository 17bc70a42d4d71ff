package io.awaken.core.state.profile;

import io.awaken.core.state.Codec;
import io.awaken.core.state.StateKey;
import java.util.function.Supplier;

/**
 * A namespace of shared values that outlive runs and threads (features row 57). Immutable.
 *
 * <p>Values are stored as JSON, like those of a {@link StateKey}.
 *
 * @param namespace at most 128 characters, unique among plugins
 * @param value the type of a value
 * @param initial the value where none was written
 */
public record ProfileKey<V>(String namespace, Codec<V> value, Supplier<V> initial) {

  public ProfileKey {
    if (namespace.isBlank() || namespace.length() > ProfileLimits.MAX_NAMESPACE) {
      throw new IllegalArgumentException(
          "a profile key's namespace has 1 to " + ProfileLimits.MAX_NAMESPACE + " characters");
    }
  }

  public static <V> ProfileKey<V> of(String namespace, Class<V> value, Supplier<V> initial) {
    return new ProfileKey<>(namespace, Codec.json(value), initial);
  }
}
