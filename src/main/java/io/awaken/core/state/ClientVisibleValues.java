package io.awaken.core.state;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.TreeMap;

/** The client-visible values of a state. Stateless. */
final class ClientVisibleValues {

  private static final Logger LOG = System.getLogger(ClientVisibleValues.class.getName());

  private ClientVisibleValues() {}

  /** Keys whose values are sent to clients, sorted; usually none. */
  static Map<String, KeyRegistration> keys(Map<String, KeyRegistration> all) {
    Map<String, KeyRegistration> visible = Map.of();
    for (KeyRegistration key : all.values()) {
      if (key.key().isClientVisible()) {
        visible = visible.isEmpty() ? new TreeMap<>() : visible;
        visible.put(key.name(), key);
      }
    }
    return visible;
  }

  static Map<String, JsonNode> of(
      Map<String, KeyRegistration> visible, Snapshot at, Snapshot before, JsonNode shown) {
    if (visible.isEmpty()) {
      return Map.of();
    }
    var values = new TreeMap<String, JsonNode>();
    for (KeyRegistration key : visible.values()) {
      Object value = at.values().raw(key.name());
      JsonNode known = shown.get(key.name());
      boolean same = known != null && value == before.values().raw(key.name());
      JsonNode json = value == null ? null : same ? known : encoded(key, value, known);
      if (json != null) {
        values.put(key.name(), json);
      }
    }
    return values;
  }

  private static JsonNode encoded(KeyRegistration key, Object value, JsonNode known) {
    try {
      return StoredValues.encode(key, value);
    } catch (StateException e) {
      LOG.log(Level.WARNING, e.getMessage() + "; clients do not get it");
      return known;
    }
  }
}
