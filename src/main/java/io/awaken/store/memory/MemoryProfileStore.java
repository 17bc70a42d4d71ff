package io.awaken.store.memory;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.state.profile.ProfileLimits;
import io.awaken.core.state.profile.ProfileStore;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Shared values of all tenants. Values are copied on write and read, so callers may modify theirs.
 */
final class MemoryProfileStore implements ProfileStore {

  private record Address(String tenant, String namespace, String key) {}

  private final Map<Address, JsonNode> values = new ConcurrentHashMap<>();

  @Override
  public Optional<JsonNode> read(String tenant, String namespace, String key) {
    return Optional.ofNullable(values.get(address(tenant, namespace, key))).map(JsonNode::deepCopy);
  }

  @Override
  public void write(String tenant, String namespace, String key, JsonNode value) {
    Address address = address(tenant, namespace, key);
    ProfileLimits.checkValue(namespace, value.toString());
    values.put(address, value.deepCopy());
  }

  @Override
  public void delete(String tenant, String namespace, String key) {
    values.remove(address(tenant, namespace, key));
  }

  private static Address address(String tenant, String namespace, String key) {
    ProfileLimits.checkAddress(namespace, key);
    return new Address(tenant, namespace, key);
  }
}
