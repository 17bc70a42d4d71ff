package io.awaken.core.state;

import io.awaken.core.state.value.Immutable;
import java.util.function.BiConsumer;
import org.pcollections.PMap;
import org.pcollections.TreePMap;

/**
 * Values of different types by key (features row 46). Immutable: a change gives a new map that
 * shares everything else with the old one, at a cost that grows with the logarithm of the size.
 */
public final class StateMap {

  public static final StateMap EMPTY = new StateMap(TreePMap.empty());

  private final PMap<String, Object> values;

  private StateMap(PMap<String, Object> values) {
    this.values = values;
  }

  public boolean contains(StateKey<?, ?> key) {
    return values.containsKey(key.name());
  }

  /** The value, or null. */
  public <V> V get(StateKey<V, ?> key) {
    return cast(values.get(key.name()));
  }

  /** The map with this value; collections in it are copied and unmodifiable from now on. */
  public <V> StateMap with(StateKey<V, ?> key, V value) {
    return new StateMap(values.plus(key.name(), Immutable.copyOf(value)));
  }

  /** The map without this key. */
  public StateMap without(String key) {
    return new StateMap(values.minus(key));
  }

  public int size() {
    return values.size();
  }

  void forEach(BiConsumer<String, Object> each) {
    values.forEach(each);
  }

  Object raw(String key) {
    return values.get(key);
  }

  // A value was put in under a key of this name and type: StateStore refuses a second key of
  // one name.
  @SuppressWarnings("unchecked")
  private static <V> V cast(Object value) {
    return (V) value;
  }
}
