package io.awaken.core.state;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The state of one run in memory: hands out snapshots, applies batches, and knows what has to be
 * stored (features rows 44, 50-52). A commit costs what it changes. Thread-safe; commit hooks run
 * on the committing thread, outside the lock.
 */
public final class StateStore {

  private final Object lock = new Object();
  private final List<Consumer<Snapshot>> commitHooks = new ArrayList<>();
  private final Map<String, List<KeyRegistration>> plugins = new HashMap<>();
  private final Set<String> unsaved = new LinkedHashSet<>();
  private PMap<String, KeyRegistration> keys;
  private volatile Snapshot snapshot = Snapshot.EMPTY;

  /** A store without keys. */
  public StateStore() {
    this(List.of());
  }

  /**
   * @throws StateException when two keys have one name
   */
  public StateStore(Collection<KeyRegistration> registrations) {
    this.keys = register(HashTreePMap.empty(), registrations);
  }

  /** Adds what is called after each successful commit, with the new snapshot. */
  public void onCommit(Consumer<Snapshot> hook) {
    synchronized (lock) {
      commitHooks.add(hook);
    }
  }

  /**
   * Adds the keys of a plugin, all or none.
   *
   * @throws StateException when the plugin or one of its keys is there already
   */
  public void install(String plugin, List<KeyRegistration> registrations) {
    synchronized (lock) {
      if (plugins.containsKey(plugin)) {
        throw new StateException(new StateError.PluginAlreadyInstalled(plugin));
      }
      keys = register(keys, registrations);
      plugins.put(plugin, List.copyOf(registrations));
    }
  }

  /**
   * Takes the keys of a plugin away, with their values but for those it asked to retain.
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
      for (KeyRegistration key : gone) {
        keys = keys.minus(key.name());
        values = key.options().retainOnUninstall() ? values : values.without(key.name());
      }
      snapshot = new Snapshot(snapshot.revision() + 1, values);
    }
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
    List<Consumer<Snapshot>> hooks;
    Snapshot next;
    synchronized (lock) {
      Long base = batch.baseRevision();
      if (base != null && base != snapshot.revision()) {
        throw new StateException(new StateError.RevisionConflict(base, snapshot.revision()));
      }
      if (batch.isEmpty()) {
        return snapshot;
      }
      next = applied(batch);
      snapshot = next;
      markUnsaved(batch.touchedKeys());
      hooks = commitHooks.isEmpty() ? List.of() : List.copyOf(commitHooks);
    }
    hooks.forEach(hook -> hook.accept(next));
    return next;
  }

  /**
   * Refuses a batch that names a key which is not registered here, without applying it.
   *
   * @throws StateException naming the key
   */
  public void check(MutationBatch batch) {
    PMap<String, KeyRegistration> known;
    synchronized (lock) {
      known = keys;
    }
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

  private void markUnsaved(Set<String> touched) {
    for (String key : touched) {
      if (keys.get(key).options().persistent()) {
        unsaved.add(key);
      }
    }
  }

  /** What was written since {@link #saved} and has to be stored; costs what was written. */
  public List<StateChange> unsaved() {
    synchronized (lock) {
      if (unsaved.isEmpty()) {
        return List.of();
      }
      var changes = new ArrayList<StateChange>(unsaved.size());
      for (String name : unsaved) {
        KeyRegistration key = keys.get(name);
        if (key != null) {
          Object value = snapshot.values().raw(name);
          changes.add(
              new StateChange(key.scope(), name, value == null ? null : encode(key, value)));
        }
      }
      return changes;
    }
  }

  /** What {@link #unsaved} gave is stored. */
  public void saved() {
    synchronized (lock) {
      unsaved.clear();
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
                  values.put(name, encode(key, value));
                }
              });
      return new PersistedState(snapshot.revision(), values);
    }
  }

  /**
   * Puts stored values in, over those that are there; nothing of it counts as unsaved.
   *
   * @throws StateException when a value has no key or cannot be read and the policy is {@code
   *     ERROR}; nothing is changed then
   */
  public void restore(PersistedState stored, UnknownKeyPolicy policy) {
    synchronized (lock) {
      StateMap values = snapshot.values();
      for (Map.Entry<String, JsonNode> entry : stored.extensions().entrySet()) {
        values = Restoring.put(values, keys.get(entry.getKey()), entry, policy);
      }
      snapshot = new Snapshot(Math.max(snapshot.revision(), stored.revision()), values);
    }
  }

  private static JsonNode encode(KeyRegistration key, Object value) {
    return Restoring.encode(key.key(), value);
  }

  private static PMap<String, KeyRegistration> register(
      PMap<String, KeyRegistration> keys, Collection<KeyRegistration> more) {
    for (KeyRegistration registration : more) {
      if (keys.containsKey(registration.name())) {
        throw new StateException(new StateError.KeyAlreadyRegistered(registration.name()));
      }
      keys = keys.plus(registration.name(), registration);
    }
    return keys;
  }
}
