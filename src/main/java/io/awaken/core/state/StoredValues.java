package io.awaken.core.state;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.state.value.JsonLength;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Converts values from and to their stored form; errors name the key and never quote the value. */
public final class StoredValues {

  private static final Logger LOG = System.getLogger(StoredValues.class.getName());

  private StoredValues() {}

  /**
   * Inserts a stored value.
   *
   * @throws StateException when it cannot be decoded and the policy is {@code ERROR}
   */
  static StateMap put(
      StateMap values, StateKey<?, ?> key, JsonNode stored, UnknownKeyPolicy undecodable) {
    try {
      return decoded(values, key, stored);
    } catch (StateException e) {
      if (undecodable == UnknownKeyPolicy.ERROR) {
        throw e;
      }
      LOG.log(Level.WARNING, e.getMessage() + "; the run continues without it");
      return values;
    }
  }

  /**
   * @throws StateException when the value has no JSON form, or one that is too long
   */
  static JsonNode encode(KeyRegistration key, Object value) {
    JsonNode json = encode(key.key(), value);
    int limit = key.options().maxChars();
    int length = JsonLength.beyond(json, limit);
    if (length > 0) {
      String reason = "it has " + length + " characters of JSON, the limit is " + limit;
      throw new StateException(new StateError.KeyEncode(key.name(), reason));
    }
    return json;
  }

  // The value of a key has the key's type.
  @SuppressWarnings("unchecked")
  private static <V> JsonNode encode(StateKey<V, ?> key, Object value) {
    return encode(key.name(), key.codec(), (V) value);
  }

  /**
   * @throws StateException when the value has no JSON form
   */
  public static <V> JsonNode encode(String name, Codec<V> codec, V value) {
    try {
      JsonNode json = codec.encode(value);
      if (json == null || json.isMissingNode()) {
        throw new StateException(new StateError.KeyEncode(name, "it has no JSON form"));
      }
      return json;
    } catch (StateException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new StateException(new StateError.KeyEncode(name, reason(e)));
    }
  }

  /**
   * @throws StateException when the value cannot be decoded
   */
  public static <V> V decode(String name, Codec<V> codec, JsonNode json) {
    if (json.isMissingNode()) {
      throw new StateException(new StateError.KeyDecode(name, "it is not JSON"));
    }
    V value;
    try {
      value = codec.decode(json);
    } catch (RuntimeException e) {
      throw new StateException(new StateError.KeyDecode(name, reason(e)));
    }
    if (value == null) {
      throw new StateException(new StateError.KeyDecode(name, "it has no value"));
    }
    return value;
  }

  private static <V> StateMap decoded(StateMap values, StateKey<V, ?> key, JsonNode json) {
    V value = decode(key.name(), key.codec(), json);
    try {
      return values.with(key, value);
    } catch (RuntimeException e) {
      throw new StateException(new StateError.KeyDecode(key.name(), reason(e)));
    }
  }

  /** Messages of causes quote the value. */
  private static String reason(RuntimeException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return cause.getClass().getSimpleName();
  }
}
