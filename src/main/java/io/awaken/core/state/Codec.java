package io.awaken.core.state;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;

/**
 * Turns values into JSON and back. Thread-safe. Both directions may throw any runtime exception for
 * a value that does not fit; the callers name the key it belongs to.
 */
public interface Codec<T> {

  JsonNode encode(T value);

  T decode(JsonNode json);

  /** Plain JSON binding: snake case, nulls left out, unknown properties passed over. */
  static <T> Codec<T> json(Class<T> type) {
    return StateJson.codec(StateJson.type(type));
  }

  /** Plain JSON binding of a generic type. */
  static <T> Codec<T> json(TypeReference<T> type) {
    return StateJson.codec(StateJson.type(type));
  }
}
