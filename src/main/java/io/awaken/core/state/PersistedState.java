package io.awaken.core.state;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * State as stored (features row 47).
 *
 * @param revision the revision of the state
 * @param extensions values by key name; a missing node for invalid JSON
 */
public record PersistedState(long revision, Map<String, JsonNode> extensions) {

  public static final PersistedState NONE = new PersistedState(0, Map.of());

  public PersistedState {
    extensions = Map.copyOf(extensions);
  }
}
