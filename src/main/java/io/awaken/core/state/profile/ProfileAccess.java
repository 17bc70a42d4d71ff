package io.awaken.core.state.profile;

import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import io.awaken.core.state.StoredValues;
import java.util.Objects;
import java.util.Set;

/**
 * The shared values of one tenant, for hooks and tools (features row 58). Reads and writes take
 * effect at once, block, and are not undone when the run fails. Plugins choose the addresses:
 * shared state uses a {@link StateScope}, profiles the name of an agent or {@code system} (features
 * row 60). Thread-safe.
 *
 * <p>In a database every call is a separate transaction, committed when the call returns; a call
 * within another transaction, such as that of a {@code @Transactional} tool, fails with an {@link
 * IllegalStateException} and does nothing.
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

  /** The same values for the plugins of another agent. */
  public ProfileAccess of(Set<String> namespaces) {
    return new ProfileAccess(store, tenant, namespaces);
  }

  /**
   * The value, or the key's initial one.
   *
   * @param at at most {@link ProfileLimits#MAX_KEY} characters
   * @throws StateException when the key is not registered or the value cannot be read
   * @throws IllegalArgumentException when {@code at} exceeds its limits
   */
  public <V> V read(ProfileKey<V> key, String at) {
    check(key);
    return store
        .read(tenant, key.namespace(), at)
        .map(json -> StoredValues.decode(key.namespace(), key.value(), json))
        .orElseGet(key.initial());
  }

  /** The value under a scope. */
  public <V> V read(ProfileKey<V> key, StateScope scope) {
    return read(key, scope.text());
  }

  /**
   * Writes a value, replacing the existing one.
   *
   * @throws StateException when the key is not registered or the value has no JSON form
   * @throws IllegalArgumentException when {@code at} or the value exceeds its limits
   */
  public <V> void write(ProfileKey<V> key, String at, V value) {
    check(key);
    Objects.requireNonNull(value, "value");
    store.write(
        tenant, key.namespace(), at, StoredValues.encode(key.namespace(), key.value(), value));
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
}
