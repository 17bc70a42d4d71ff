package io.awaken.core.state;

import io.awaken.core.state.StateKey.MergeStrategy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Updates that are applied together or not at all (features rows 48-49). Not thread-safe; built by
 * one hook.
 */
public final class MutationBatch {

  /** One update. */
  record Op<V, U>(StateKey<V, U> key, U update) {
    StateMap applyTo(StateMap values) {
      V value = values.get(key);
      try {
        V next = key.apply(value, update);
        if (next == value) {
          return values;
        }
        return next == null ? values.without(key.name()) : values.with(key, next);
      } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
        String reason = e.getClass().getSimpleName();
        throw new StateException(new StateError.UpdateFailed(key.name(), reason), e);
      }
    }
  }

  private final Long baseRevision;
  private List<Op<?, ?>> ops = List.of();
  private Set<String> touched = Set.of();
  private Set<String> exclusive = Set.of();

  private MutationBatch(Long baseRevision) {
    this.baseRevision = baseRevision;
  }

  /** A batch for any revision. */
  public static MutationBatch anywhere() {
    return new MutationBatch(null);
  }

  /** A batch for the state at this revision only. */
  public static MutationBatch at(long baseRevision) {
    return new MutationBatch(baseRevision);
  }

  /** Adds an update; updates of a key are applied in order. */
  public <V, U> MutationBatch update(StateKey<V, U> key, U update) {
    return add(new Op<>(key, update));
  }

  /** Its revision; null for any. */
  public Long baseRevision() {
    return baseRevision;
  }

  public boolean isEmpty() {
    return ops.isEmpty();
  }

  /** Names of the keys that it writes. */
  public Set<String> touchedKeys() {
    return Collections.unmodifiableSet(touched);
  }

  /** Names of the exclusive keys that it writes, see {@link MergeStrategy#EXCLUSIVE}. */
  public Set<String> exclusiveKeys() {
    return Collections.unmodifiableSet(exclusive);
  }

  /**
   * Merges two batches: the updates of this one, then those of the other.
   *
   * @throws StateException when they are for different revisions
   */
  public MutationBatch merged(MutationBatch other) {
    boolean both = baseRevision != null && other.baseRevision != null;
    if (both && !baseRevision.equals(other.baseRevision)) {
      throw new StateException(
          new StateError.MutationBaseRevisionMismatch(baseRevision, other.baseRevision));
    }
    var merged = new MutationBatch(baseRevision == null ? other.baseRevision : baseRevision);
    merged.addAll(this);
    merged.addAll(other);
    return merged;
  }

  /** Adds the updates of another batch for this revision or any. */
  void addAll(MutationBatch other) {
    other.ops.forEach(this::add);
  }

  List<Op<?, ?>> ops() {
    return ops;
  }

  private MutationBatch add(Op<?, ?> op) {
    if (ops.isEmpty()) {
      ops = new ArrayList<>(4);
      touched = new HashSet<>(4);
    }
    ops.add(op);
    touched.add(op.key().name());
    if (op.key().merge() == MergeStrategy.EXCLUSIVE) {
      if (exclusive.isEmpty()) {
        exclusive = new HashSet<>(4);
      }
      exclusive.add(op.key().name());
    }
    return this;
  }
}
