package io.awaken.core.state;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * State as stored (features row 47).
 *
 * @param revision the revision it was taken at
 * @param extensions values by name of their keys; a missing node for one that is not even JSON
 */
public record PersistedState(long revision, Map<String, JsonNode> extensions) {

  public static final PersistedState NONE = new PersistedState(0, Map.of());

  public PersistedState {
    extensions = Map.copyOf(extensions);
  }
}
