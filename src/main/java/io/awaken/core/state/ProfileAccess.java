package io.awaken.core.state;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/**
 * The shared values of one tenant, for hooks and tools (features row 58). Reads and writes happen
 * at once, block, and are not undone when the run fails. Thread-safe.
 */
public final class ProfileAccess {

  private final ProfileStore store;
  private final String tenant;
  private final Set<String> registered;

  /**
   * @param registered the namespaces that plugins have registered
   */
  public ProfileAccess(ProfileStore store, String tenant, Set<String> registered) {
    this.store = store;
    this.tenant = tenant;
    this.registered = registered;
  }

  /**
   * The value, or the key's initial one.
   *
   * @throws StateException when the key is not registered or the value cannot be read
   */
  public <V> V read(ProfileKey<V> key, String at) {
    check(key);
    return store
        .read(tenant, key.namespace(), at)
        .map(json -> decode(key, json))
        .orElseGet(key.initial());
  }

  /** The value under a scope. */
  public <V> V read(ProfileKey<V> key, StateScope scope) {
    return read(key, scope.text());
  }

  /**
   * @throws StateException when the key is not registered or the value cannot be stored
   */
  public <V> void write(ProfileKey<V> key, String at, V value) {
    check(key);
    store.write(tenant, key.namespace(), at, encode(key, value));
  }

  public <V> void write(ProfileKey<V> key, StateScope scope, V value) {
    write(key, scope.text(), value);
  }

  /**
   * @throws StateException when the key is not registered
   */
  public void delete(ProfileKey<?> key, String at) {
    check(key);
    store.delete(tenant, key.namespace(), at);
  }

  public void delete(ProfileKey<?> key, StateScope scope) {
    delete(key, scope.text());
  }

  private void check(ProfileKey<?> key) {
    if (!registered.contains(key.namespace())) {
      throw new StateException(new StateError.ProfileKeyNotRegistered(key.namespace()));
    }
  }

  private static <V> V decode(ProfileKey<V> key, JsonNode json) {
    try {
      return key.value().decode(json);
    } catch (RuntimeException e) {
      throw new StateException(
          new StateError.KeyDecode(key.namespace(), e.getClass().getSimpleName()));
    }
  }

  private static <V> JsonNode encode(ProfileKey<V> key, V value) {
    try {
      return key.value().encode(value);
    } catch (RuntimeException e) {
      throw new StateException(
          new StateError.KeyEncode(key.namespace(), e.getClass().getSimpleName()));
    }
  }
}
