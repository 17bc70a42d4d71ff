package io.awaken.core.state;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;

/** Between values and their stored form; failures name the key and never quote the value. */
final class Restoring {

  private static final Logger LOG = System.getLogger(Restoring.class.getName());

  private Restoring() {}

  static StateMap put(
      StateMap values,
      KeyRegistration key,
      Map.Entry<String, JsonNode> stored,
      UnknownKeyPolicy policy) {
    StateError problem;
    try {
      if (key != null) {
        return decoded(values, key.key(), stored.getValue());
      }
      problem = new StateError.UnknownKey(stored.getKey());
    } catch (RuntimeException e) {
      problem = new StateError.KeyDecode(stored.getKey(), reason(e));
    }
    if (policy == UnknownKeyPolicy.ERROR) {
      throw new StateException(problem);
    }
    LOG.log(Level.WARNING, "{0}; the run goes on without it", problem.message());
    return values;
  }

  // The value under a key's name is of the key's type.
  @SuppressWarnings("unchecked")
  static <V> JsonNode encode(StateKey<V, ?> key, Object value) {
    try {
      return key.codec().encode((V) value);
    } catch (RuntimeException e) {
      throw new StateException(new StateError.KeyEncode(key.name(), reason(e)));
    }
  }

  private static <V> StateMap decoded(StateMap values, StateKey<V, ?> key, JsonNode json) {
    return values.with(key, key.codec().decode(json));
  }

  private static String reason(RuntimeException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return cause.getClass().getSimpleName();
  }
}
