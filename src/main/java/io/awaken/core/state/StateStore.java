package io.awaken.core.state;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The state of one run in memory: provides snapshots, applies batches, and tracks unsaved changes
 * (features rows 44, 50-52). The cost of a commit depends on its changes only. Thread-safe.
 */
public final class StateStore {

  private final Object lock = new Object();
  private final Map<String, List<KeyRegistration>> plugins = new HashMap<>();
  private final Unsaved unsaved = new Unsaved();

  /** Stored values of unregistered keys by name, for plugins that are installed later. */
  private final Map<String, Unclaimed> unclaimed = new HashMap<>();

  /** Immutable; replaced as a whole. */
  private volatile Map<String, KeyRegistration> keys;

  /** Client-visible keys by name; replaced together with the keys. */
  private volatile Map<String, KeyRegistration> visible;

  private volatile Snapshot snapshot = Snapshot.EMPTY;

  private record Unclaimed(KeyScope scope, JsonNode value, UnknownKeyPolicy undecodable) {}

  /**
   * @throws StateException when two keys have the same name
   */
  public StateStore(Collection<KeyRegistration> registrations) {
    this(joined(Map.of(), registrations));
  }

  /**
   * @param registered keys by name; must never change
   */
  public StateStore(Map<String, KeyRegistration> registered) {
    keep(registered);
  }

  /**
   * Adds the keys of a plugin, all or none, with their values retained by {@link #restore}.
   *
   * @throws StateException when the plugin is already installed, or as for {@link #addKeys}
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
   * Adds permanent keys, all or none, with their values retained by {@link #restore}.
   *
   * @throws StateException when a key is already registered, or a retained value cannot be decoded
   *     and its restore policy is {@code ERROR}
   */
  public void addKeys(List<KeyRegistration> registrations) {
    synchronized (lock) {
      add(registrations);
    }
  }

  private void add(List<KeyRegistration> registrations) {
    Map<String, KeyRegistration> more = joined(keys, registrations);
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
   * Removes the keys of a plugin with their values, except retained ones; removed values are also
   * removed from the store.
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
  public boolean isRegistered(String key) {
    synchronized (lock) {
      return keys.containsKey(key);
    }
  }

  private void keep(Map<String, KeyRegistration> registered) {
    keys = registered;
    visible = ClientVisibleValues.keys(registered);
  }

  /** Whether clients see the values of a registered key. */
  public boolean showsClients() {
    return !visible.isEmpty();
  }

  /**
   * The client-visible values by key name, sorted. A value without a JSON form keeps its previous
   * form, and is logged.
   *
   * @param at a snapshot of this store
   * @param before an earlier one
   * @param shown the result for the earlier one
   */
  public Map<String, JsonNode> shownToClients(Snapshot at, Snapshot before, JsonNode shown) {
    return ClientVisibleValues.of(visible, at, before, shown);
  }

  /** The current state. */
  public Snapshot snapshot() {
    return snapshot;
  }

  /**
   * Applies a batch, all or nothing.
   *
   * @return the state after it
   * @throws StateException when the batch is for another revision or names an unknown key, or an
   *     update throws; nothing is changed
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
   * Refuses a batch with an unregistered key, without applying it.
   *
   * @throws StateException naming the key
   */
  public void check(MutationBatch batch) {
    Map<String, KeyRegistration> known = keys;
    for (MutationBatch.Op<?, ?> op : batch.ops()) {
      KeyRegistration registered = known.get(op.key().name());
      // Another key object with the same name may have another type.
      if (registered == null || registered.key() != op.key()) {
        throw new StateException(new StateError.UnknownKey(op.key().name()));
      }
    }
  }

  private Snapshot applied(MutationBatch batch) {
    return new Snapshot(snapshot.revision() + 1, applied(snapshot.values(), batch));
  }

  private StateMap applied(StateMap before, MutationBatch batch) {
    check(batch);
    StateMap values = before;
    for (MutationBatch.Op<?, ?> op : batch.ops()) {
      values = op.applyTo(values);
    }
    return values;
  }

  /**
   * The changes since {@link #saved} to store; the cost depends on these changes only.
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
   * Like {@link #unsaved()} for an earlier moment: later changes stay unsaved.
   *
   * @param then a snapshot of this store whose contents are stored
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

  /** Records that these changes are stored. */
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
   * stays stored. The policy also applies to values retained for a later key.
   *
   * @param scope the scope of the values; keys of another scope do not match
   * @throws StateException when a value has no key or cannot be decoded, and the policy for that is
   *     {@code ERROR}; nothing is changed
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
   * An earlier snapshot with a batch that was committed since, in order to store only that one.
   *
   * @param then a snapshot of this store whose contents are stored
   */
  public Snapshot with(Snapshot then, MutationBatch batch) {
    return new Snapshot(then.revision(), applied(then.values(), batch));
  }

  /**
   * Reverts the commits since a snapshot.
   *
   * @param then a snapshot of this store whose contents are stored; keys must be unchanged since
   */
  public void takeBack(Snapshot then) {
    synchronized (lock) {
      snapshot = new Snapshot(snapshot.revision() + 1, then.values());
    }
  }

  /**
   * The keys with more of them, by name.
   *
   * @throws StateException when two have the same name
   */
  public static Map<String, KeyRegistration> joined(
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
