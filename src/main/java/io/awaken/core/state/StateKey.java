package io.awaken.core.state;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * A place in the state: its name, what a value is, and how an update changes it (features rows
 * 41-43). Immutable; usually a constant of the plugin that owns it:
 *
 * <pre>{@code
 * static final StateKey<Integer, Integer> CALLS =
 *     StateKey.of("audit.calls", Integer.class, () -> 0, Integer::sum).commutative();
 * }</pre>
 *
 * <p>Values must be immutable: every reader of a snapshot gets the same object. Records and the
 * interfaces {@code List}, {@code Set} and {@code Map} are fine, the latter are handed out
 * unmodifiable; arrays and classes known to be mutable are refused.
 *
 * @param <V> the value
 * @param <U> what changes it
 */
public final class StateKey<V, U> {

  private final String name;
  private final Codec<V> codec;
  private final Supplier<V> initial;
  private final BiFunction<V, U, V> apply;
  private final MergeStrategy merge;
  private final KeyScope scope;

  private StateKey(
      String name,
      Codec<V> codec,
      Supplier<V> initial,
      BiFunction<V, U, V> apply,
      MergeStrategy merge,
      KeyScope scope) {
    this.name = Objects.requireNonNull(name, "name");
    this.codec = codec;
    this.initial = initial;
    this.apply = apply;
    this.merge = merge;
    this.scope = scope;
  }

  /**
   * A key of scope {@link KeyScope#RUN} that merges {@link MergeStrategy#EXCLUSIVE}.
   *
   * @param initial the value before the first update; never null
   * @param apply pure; gives the next value, null to remove it
   */
  public static <V, U> StateKey<V, U> of(
      String name, Class<V> type, Supplier<V> initial, BiFunction<V, U, V> apply) {
    if (mutable(type)) {
      throw new IllegalArgumentException(
          "state key "
              + name
              + ": "
              + type.getName()
              + " is mutable; use a record, List, Set or Map");
    }
    return of(name, Codec.json(type), initial, apply);
  }

  /** The same for a generic type. */
  public static <V, U> StateKey<V, U> of(
      String name, TypeReference<V> type, Supplier<V> initial, BiFunction<V, U, V> apply) {
    return of(name, Codec.json(type), initial, apply);
  }

  /** The same with JSON of one's own. */
  public static <V, U> StateKey<V, U> of(
      String name, Codec<V> codec, Supplier<V> initial, BiFunction<V, U, V> apply) {
    return new StateKey<>(name, codec, initial, apply, MergeStrategy.EXCLUSIVE, KeyScope.RUN);
  }

  /** The same key, merging {@link MergeStrategy#COMMUTATIVE}. */
  public StateKey<V, U> commutative() {
    return new StateKey<>(name, codec, initial, apply, MergeStrategy.COMMUTATIVE, scope);
  }

  /** The same key in scope {@link KeyScope#THREAD}. */
  public StateKey<V, U> threadScoped() {
    return new StateKey<>(name, codec, initial, apply, merge, KeyScope.THREAD);
  }

  public String name() {
    return name;
  }

  public MergeStrategy merge() {
    return merge;
  }

  public KeyScope scope() {
    return scope;
  }

  public Codec<V> codec() {
    return codec;
  }

  /** The value before the first update. */
  public V initial() {
    return initial.get();
  }

  /**
   * @param value null when there is none yet
   */
  V apply(V value, U update) {
    return apply.apply(value == null ? initial.get() : value, update);
  }

  private static boolean mutable(Class<?> type) {
    boolean collection =
        Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    return type.isArray()
        || (collection && !type.isInterface())
        || com.fasterxml.jackson.databind.node.ContainerNode.class.isAssignableFrom(type)
        || java.util.Date.class.isAssignableFrom(type)
        || type == StringBuilder.class;
  }

  @Override
  public String toString() {
    return "StateKey[" + name + "]";
  }
}
