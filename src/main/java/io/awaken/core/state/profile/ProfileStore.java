package io.awaken.core.state.profile;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * Stores shared values, each addressed by tenant, namespace and key (features rows 56-61). Each
 * call is atomic by itself and durable when it returns; the last write wins. Never part of a run's
 * commit. Thread-safe.
 *
 * <p>Every call checks keys and values against {@link ProfileLimits} and throws {@link
 * IllegalArgumentException} naming the violated limit; nothing is written then. A database store
 * refuses calls within a transaction of the calling thread.
 */
public interface ProfileStore {

  Optional<JsonNode> read(String tenant, String namespace, String key);

  void write(String tenant, String namespace, String key, JsonNode value);

  /** Removes the value, if any. */
  void delete(String tenant, String namespace, String key);
}
