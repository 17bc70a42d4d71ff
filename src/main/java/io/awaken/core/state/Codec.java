package io.awaken.core.state;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;

/**
 * Converts values to JSON and back. Thread-safe. Both directions may throw any runtime exception
 * for an invalid value; callers add the key.
 */
public interface Codec<T> {

  JsonNode encode(T value);

  T decode(JsonNode json);

  /** Plain JSON binding: snake case, without nulls, ignoring unknown properties. */
  static <T> Codec<T> json(Class<T> type) {
    return StateJson.codec(StateJson.type(type));
  }

  /** Plain JSON binding of a generic type. */
  static <T> Codec<T> json(TypeReference<T> type) {
    return StateJson.codec(StateJson.type(type));
  }
}
