package io.awaken.core.state;

import io.awaken.core.state.value.Immutable;
import java.util.function.BiConsumer;
import org.pcollections.PMap;
import org.pcollections.TreePMap;

/**
 * A persistent map of values of different types by key (features row 46). Immutable: a change
 * returns a new map that shares the rest with the old one, in logarithmic time.
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

  /** A map with this value; its collections are copied and unmodifiable. */
  public <V> StateMap with(StateKey<V, ?> key, V value) {
    return new StateMap(values.plus(key.name(), Immutable.copyOf(value)));
  }

  /** A map without this key. */
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

  // Values have their key's type, since StateStore refuses a second key with the same name.
  @SuppressWarnings("unchecked")
  private static <V> V cast(Object value) {
    return (V) value;
  }
}
