package io.awaken.core.state;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The state of one run in memory: hands out snapshots, applies batches, and tracks what has to be
 * stored (features rows 44, 50-52). A commit costs what it changes. Thread-safe.
 */
public final class StateStore {

  private final Object lock = new Object();
  private final Map<String, List<KeyRegistration>> plugins = new HashMap<>();
  private final Unsaved unsaved = new Unsaved();

  /** Stored values whose keys are not registered, by name: a plugin may still be installed. */
  private final Map<String, Unclaimed> unclaimed = new HashMap<>();

  /** Never changed, but replaced as a whole. */
  private volatile Map<String, KeyRegistration> keys;

  /** Keys whose values are sent to clients, by name; replaced together with the keys. */
  private volatile Map<String, KeyRegistration> visible;

  private volatile Snapshot snapshot = Snapshot.EMPTY;

  private record Unclaimed(KeyScope scope, JsonNode value, UnknownKeyPolicy undecodable) {}

  /**
   * @throws StateException when two keys have one name
   */
  public StateStore(Collection<KeyRegistration> registrations) {
    keep(register(Map.of(), registrations));
  }

  /**
   * Adds the keys of a plugin, all or none, with the values that {@link #restore} left waiting for
   * them.
   *
   * @throws StateException when the plugin is there already, or as for {@link #addKeys}
   */
  public void install(String plugin, List<KeyRegistration> registrations) {
    synchronized (lock) {
      if (plugins.containsKey(plugin)) {
        throw new StateException(new StateError.PluginAlreadyInstalled(plugin));
      }
      add(registrations);
      plugins.put(plugin, List.copyOf(registrations));
    }
  }

  /**
   * Adds keys that stay as long as the store does, all or none, with the values that {@link
   * #restore} left waiting for them.
   *
   * @throws StateException when one of the keys is there already, or a waiting value cannot be read
   *     and the policy it was restored under says {@code ERROR} for that
   */
  public void addKeys(List<KeyRegistration> registrations) {
    synchronized (lock) {
      add(registrations);
    }
  }

  private void add(List<KeyRegistration> registrations) {
    Map<String, KeyRegistration> more = register(keys, registrations);
    StateMap values = snapshot.values();
    for (KeyRegistration key : registrations) {
      values = claimed(values, key);
    }
    registrations.forEach(key -> unclaimed.remove(key.name()));
    keep(more);
    snapshot = new Snapshot(snapshot.revision() + 1, values);
  }

  private StateMap claimed(StateMap values, KeyRegistration key) {
    Unclaimed stored = unclaimed.get(key.name());
    boolean fits = stored != null && stored.scope() == key.scope() && key.options().persistent();
    return fits
        ? StoredValues.put(values, key.key(), stored.value(), stored.undecodable())
        : values;
  }

  /**
   * Takes the keys of a plugin away, with their values but for those it asked to retain; values
   * that go are removed from what is stored as well.
   *
   * @throws StateException when the plugin is not installed
   */
  public void uninstall(String plugin) {
    synchronized (lock) {
      List<KeyRegistration> gone = plugins.remove(plugin);
      if (gone == null) {
        throw new StateException(new StateError.PluginNotInstalled(plugin));
      }
      StateMap values = snapshot.values();
      var left = new HashMap<>(keys);
      for (KeyRegistration key : gone) {
        left.remove(key.name());
        if (!key.options().retainOnUninstall() && values.contains(key.key())) {
          values = values.without(key.name());
          unsaved.written(key, snapshot.revision() + 1);
        }
      }
      keep(left);
      snapshot = new Snapshot(snapshot.revision() + 1, values);
    }
  }

  /** Whether a key of this name is registered. */
  public boolean knows(String key) {
    synchronized (lock) {
      return keys.containsKey(key);
    }
  }

  private void keep(Map<String, KeyRegistration> registered) {
    keys = registered;
    visible = ShownValues.keys(registered);
  }

  /** Whether values of a registered key go to clients. */
  public boolean showsClients() {
    return !visible.isEmpty();
  }

  /**
   * The values that clients may see, by name of their keys, sorted. A value that has no JSON form
   * is left as it was before, and logged.
   *
   * @param at a snapshot of this store
   * @param before an earlier one
   * @param shown what this gave for the earlier one
   */
  public Map<String, JsonNode> shownToClients(Snapshot at, Snapshot before, JsonNode shown) {
    return ShownValues.of(visible, at, before, shown);
  }

  /** The state now. */
  public Snapshot snapshot() {
    return snapshot;
  }

  /**
   * Applies a batch, all or nothing.
   *
   * @return the state after it
   * @throws StateException when the batch was made for another revision or names an unknown key, or
   *     when an update throws; nothing is changed then
   */
  public Snapshot commit(MutationBatch batch) {
    synchronized (lock) {
      Long base = batch.baseRevision();
      if (base != null && base != snapshot.revision()) {
        throw new StateException(new StateError.RevisionConflict(base, snapshot.revision()));
      }
      if (batch.isEmpty()) {
        return snapshot;
      }
      Snapshot next = applied(batch);
      markUnsaved(batch, next);
      snapshot = next;
      return next;
    }
  }

  private void markUnsaved(MutationBatch batch, Snapshot next) {
    for (String key : batch.touchedKeys()) {
      if (next.values().raw(key) != snapshot.values().raw(key)) {
        unsaved.written(keys.get(key), next.revision());
      }
    }
  }

  /**
   * Refuses a batch that names a key which is not registered here, without applying it.
   *
   * @throws StateException naming the key
   */
  public void check(MutationBatch batch) {
    Map<String, KeyRegistration> known = keys;
    for (MutationBatch.Op<?, ?> op : batch.ops()) {
      KeyRegistration registered = known.get(op.key().name());
      // Another object of the same name may hold values of another type.
      if (registered == null || registered.key() != op.key()) {
        throw new StateException(new StateError.UnknownKey(op.key().name()));
      }
    }
  }

  private Snapshot applied(MutationBatch batch) {
    check(batch);
    StateMap values = snapshot.values();
    for (MutationBatch.Op<?, ?> op : batch.ops()) {
      values = op.applyTo(values);
    }
    return new Snapshot(snapshot.revision() + 1, values);
  }

  /**
   * What was written since {@link #saved} and has to be stored; costs what was written.
   *
   * @throws StateException when a value has no JSON form; it is reported once and skipped
   *     afterwards, and its stored value stays
   */
  public StateChanges unsaved() {
    synchronized (lock) {
      return unsaved.now(snapshot);
    }
  }

  /**
   * Like {@link #unsaved()} as of a moment since {@link #saved}: what was written later stays
   * unsaved.
   *
   * @param then a snapshot of this store that holds everything that is stored
   * @throws StateException as for {@link #unsaved()}
   */
  public StateChanges unsaved(Snapshot then) {
    synchronized (lock) {
      return unsaved.now(then);
    }
  }

  /**
   * Like {@link #unsaved()} for the last commit of a run: values of scope run are removed.
   *
   * @throws StateException as for {@link #unsaved()}
   */
  public StateChanges unsavedAtEnd() {
    synchronized (lock) {
      return unsaved.atEnd(snapshot);
    }
  }

  /** These changes are stored. */
  public void saved(StateChanges changes) {
    synchronized (lock) {
      unsaved.saved(changes);
    }
  }

  /** Every persistent value of a scope (features row 51). */
  public PersistedState persisted(KeyScope scope) {
    synchronized (lock) {
      var values = new HashMap<String, JsonNode>();
      snapshot
          .values()
          .forEach(
              (name, value) -> {
                KeyRegistration key = keys.get(name);
                if (key != null && key.options().persistent() && key.scope() == scope) {
                  values.put(name, StoredValues.encode(key, value));
                }
              });
      return new PersistedState(snapshot.revision(), values);
    }
  }

  /**
   * Inserts stored values, replacing existing ones; they do not count as unsaved. A skipped value
   * stays stored as it is. The policy also applies to values that wait for their key.
   *
   * @param scope the scope they were stored under; a key of another scope does not match them
   * @throws StateException when a value has no key, or cannot be read, and the policy says {@code
   *     ERROR} for that; nothing is changed then
   */
  public void restore(KeyScope scope, PersistedState stored, RestorePolicy policy) {
    synchronized (lock) {
      StateMap values = snapshot.values();
      var unknown = new HashMap<String, Unclaimed>();
      for (Map.Entry<String, JsonNode> entry : stored.extensions().entrySet()) {
        KeyRegistration key = keys.get(entry.getKey());
        if (key != null && key.scope() == scope && key.options().persistent()) {
          values = StoredValues.put(values, key.key(), entry.getValue(), policy.undecodable());
        } else if (policy.unknownKey() == UnknownKeyPolicy.ERROR) {
          throw new StateException(new StateError.UnknownKey(entry.getKey()));
        } else {
          unknown.put(entry.getKey(), new Unclaimed(scope, entry.getValue(), policy.undecodable()));
        }
      }
      unclaimed.putAll(unknown);
      for (String name : stored.extensions().keySet()) {
        unsaved.restored(scope, name, unknown.containsKey(name) ? null : values.raw(name));
      }
      snapshot = new Snapshot(Math.max(snapshot.revision(), stored.revision()), values);
    }
  }

  /**
   * Reverts the commits since a moment.
   *
   * @param then a snapshot of this store that holds everything that is stored; no key was added or
   *     taken away since
   */
  public void takeBack(Snapshot then) {
    synchronized (lock) {
      snapshot = new Snapshot(snapshot.revision() + 1, then.values());
    }
  }

  private static Map<String, KeyRegistration> register(
      Map<String, KeyRegistration> keys, Collection<KeyRegistration> more) {
    var joined = new HashMap<>(keys);
    for (KeyRegistration registration : more) {
      if (joined.putIfAbsent(registration.name(), registration) != null) {
        throw new StateException(new StateError.KeyAlreadyRegistered(registration.name()));
      }
    }
    return joined;
  }
}
