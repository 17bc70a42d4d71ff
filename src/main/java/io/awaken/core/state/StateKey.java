package io.awaken.core.state;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JavaType;
import io.awaken.core.state.value.Immutable;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * A key of the state: its name, the type of its value, and how an update changes it (features rows
 * 41-43). Immutable; usually a constant of the plugin that owns it:
 *
 * <pre>{@code
 * static final StateKey<Integer, Integer> CALLS =
 *     StateKey.of("audit.calls", Integer.class, () -> 0, Integer::sum).commutative();
 * }</pre>
 *
 * <p>Values must be immutable: every reader of a snapshot shares the object. Records and the
 * interfaces {@code List}, {@code Set} and {@code Map} are fine; the latter are copied into the
 * state, even inside records, and returned unmodifiable, so {@code apply} must create new ones. A
 * record is recreated by its canonical constructor when one of its collections was copied; {@code
 * List.copyOf} in the record avoids that. Arrays and known mutable classes are refused; for a key
 * with its own {@link Codec} only when a value is written.
 *
 * <p>Values of persistent keys are stored as JSON and read back by the next run, by another node
 * and by the next version of the plugin: information that JSON lacks is lost (the class behind an
 * interface, the identity of objects), renamed or removed fields are ignored, and new ones are
 * missing in old values, so they must be optional or have a default. A custom {@link Codec} can
 * read several versions.
 *
 * @param <V> the type of the value
 * @param <U> the type of an update
 */
public final class StateKey<V, U> {

  private static final int MAX_NAME = 256;

  private final String name;
  private final Codec<V> codec;
  private final Supplier<V> initial;
  private final BiFunction<V, U, V> apply;
  private final MergeStrategy merge;
  private final KeyScope scope;
  private final boolean clientVisible;

  /** The last result of the supplier of initial values, so that a constant is copied only once. */
  private volatile Initial known = new Initial(null, null);

  private record Initial(Object given, Object copy) {}

  private StateKey(
      String name,
      Codec<V> codec,
      Supplier<V> initial,
      BiFunction<V, U, V> apply,
      MergeStrategy merge,
      KeyScope scope,
      boolean clientVisible) {
    if (name.isBlank() || name.length() > MAX_NAME) {
      throw new IllegalArgumentException("a state key's name has 1 to " + MAX_NAME + " characters");
    }
    this.name = name;
    this.codec = codec;
    this.initial = initial;
    this.apply = apply;
    this.merge = merge;
    this.scope = scope;
    this.clientVisible = clientVisible;
  }

  /**
   * An exclusive key ({@link MergeStrategy#EXCLUSIVE}) of scope {@link KeyScope#RUN}.
   *
   * @param name at most 256 characters, unique among all plugins of an agent
   * @param initial the value before the first update; never null
   * @param apply pure; returns the next value, null to remove it
   * @throws IllegalArgumentException when the type is mutable
   */
  public static <V, U> StateKey<V, U> of(
      String name, Class<V> type, Supplier<V> initial, BiFunction<V, U, V> apply) {
    return of(name, StateJson.type(type), initial, apply);
  }

  /** A key with a generic value type. */
  public static <V, U> StateKey<V, U> of(
      String name, TypeReference<V> type, Supplier<V> initial, BiFunction<V, U, V> apply) {
    return of(name, StateJson.type(type), initial, apply);
  }

  private static <V, U> StateKey<V, U> of(
      String name, JavaType type, Supplier<V> initial, BiFunction<V, U, V> apply) {
    JavaType offender = Immutable.offender(type);
    if (offender != null) {
      throw new IllegalArgumentException(
          "state key "
              + name
              + ": "
              + offender.getRawClass().getName()
              + " is mutable; use a record, List, Set or Map");
    }
    return of(name, StateJson.<V>codec(type), initial, apply);
  }

  /** A key with its own JSON codec. */
  public static <V, U> StateKey<V, U> of(
      String name, Codec<V> codec, Supplier<V> initial, BiFunction<V, U, V> apply) {
    return new StateKey<>(
        name, codec, initial, apply, MergeStrategy.EXCLUSIVE, KeyScope.RUN, false);
  }

  /** A copy that merges {@link MergeStrategy#COMMUTATIVE}. */
  public StateKey<V, U> commutative() {
    return new StateKey<>(
        name, codec, initial, apply, MergeStrategy.COMMUTATIVE, scope, clientVisible);
  }

  /** A copy in scope {@link KeyScope#THREAD}. */
  public StateKey<V, U> threadScoped() {
    return new StateKey<>(name, codec, initial, apply, merge, KeyScope.THREAD, clientVisible);
  }

  /**
   * A client-visible copy, published by the events {@code state_snapshot} and {@code state_delta},
   * and the route of a run's state. Clients see no other values.
   */
  public StateKey<V, U> clientVisible() {
    return new StateKey<>(name, codec, initial, apply, merge, scope, true);
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

  /** Whether clients see the values; default no. */
  public boolean isClientVisible() {
    return clientVisible;
  }

  public Codec<V> codec() {
    return codec;
  }

  /** The value before the first update; collections are unmodifiable. */
  // Copies implement the interface that the key's type names.
  @SuppressWarnings("unchecked")
  public V initial() {
    Object given = initial.get();
    Initial before = known;
    if (given == before.given()) {
      return (V) before.copy();
    }
    var now = new Initial(given, Immutable.copyOf(given));
    known = now;
    return (V) now.copy();
  }

  /**
   * @param value null without one
   */
  V apply(V value, U update) {
    return apply.apply(value == null ? initial() : value, update);
  }

  @Override
  public String toString() {
    return "StateKey[" + name + "]";
  }

  /** What happens when two hooks of a phase write one key (features rows 42, 49). */
  public enum MergeStrategy {
    /** A conflict: one of the two runs again and sees the other's write. */
    EXCLUSIVE,
    /**
     * All updates are applied. Updates of such a key must be independent of their order: a sum, a
     * union, a maximum.
     */
    COMMUTATIVE
  }
}
