package io.awaken.core.state;

import java.util.Optional;

/** The state at one moment (features row 45). Immutable, taken at no cost. */
public final class Snapshot {

  /** The empty state. */
  public static final Snapshot EMPTY = new Snapshot(0, StateMap.EMPTY);

  private final long revision;
  private final StateMap values;

  Snapshot(long revision, StateMap values) {
    this.revision = revision;
    this.values = values;
  }

  /** The number of commits up to this snapshot. */
  public long revision() {
    return revision;
  }

  /** The value; empty when unwritten. */
  public <V> Optional<V> get(StateKey<V, ?> key) {
    return Optional.ofNullable(values.get(key));
  }

  /** The value, or the key's initial one. */
  public <V> V getOrInitial(StateKey<V, ?> key) {
    V value = values.get(key);
    return value == null ? key.initial() : value;
  }

  /** All values. */
  public StateMap values() {
    return values;
  }

  @Override
  public String toString() {
    return "Snapshot[revision " + revision + ", " + values.size() + " values]";
  }
}
