package io.awaken.store.file;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.state.profile.ProfileLimits;
import io.awaken.core.state.profile.ProfileStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Shared values: {@code profile/<tenant>/<namespace>.json}, all keys of a namespace in one file.
 * Invalid characters of a file name are encoded as bytes. Thread-safe.
 */
final class FileProfileStore implements ProfileStore {

  private final JsonFiles files;
  private final ReentrantLock lock = new ReentrantLock();

  FileProfileStore(JsonFiles files) {
    this.files = files;
  }

  record Namespace(Map<String, JsonNode> values) {}

  @Override
  public Optional<JsonNode> read(String tenant, String namespace, String key) {
    ProfileLimits.checkAddress(namespace, key);
    return Optional.ofNullable(values(tenant, namespace).get(key));
  }

  @Override
  public void write(String tenant, String namespace, String key, JsonNode value) {
    ProfileLimits.checkAddress(namespace, key);
    ProfileLimits.checkValue(namespace, value.toString());
    change(tenant, namespace, values -> values.put(key, value));
  }

  @Override
  public void delete(String tenant, String namespace, String key) {
    ProfileLimits.checkAddress(namespace, key);
    if (read(tenant, namespace, key).isPresent()) {
      change(tenant, namespace, values -> values.remove(key));
    }
  }

  private void change(String tenant, String namespace, Change change) {
    lock.lock();
    try {
      Map<String, JsonNode> values = values(tenant, namespace);
      change.to(values);
      files.write(folder(tenant), FileIds.encoded(namespace), new Namespace(values));
    } finally {
      lock.unlock();
    }
  }

  private Map<String, JsonNode> values(String tenant, String namespace) {
    return files
        .read(folder(tenant), FileIds.encoded(namespace), Namespace.class)
        .map(found -> new HashMap<>(found.values()))
        .orElseGet(HashMap::new);
  }

  private static String folder(String tenant) {
    return "profile/" + FileIds.encoded(tenant);
  }

  private interface Change {
    void to(Map<String, JsonNode> values);
  }
}
