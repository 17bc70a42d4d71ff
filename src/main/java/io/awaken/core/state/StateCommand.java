package io.awaken.core.state;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The command of a hook or action: updates of the state, actions for this or a later phase, effects
 * after the commit (features row 69). Built by one thread.
 *
 * <pre>{@code
 * return StateCommand.none().update(CALLS, 1).schedule(EXCLUDE_TOOL, "rm").emit(AUDIT, entry);
 * }</pre>
 */
public final class StateCommand {

  private final MutationBatch mutations = MutationBatch.anywhere();
  private List<ScheduledAction> actions = List.of();
  private List<TypedEffect> effects = List.of();

  private StateCommand() {}

  /** An empty command. */
  public static StateCommand none() {
    return new StateCommand();
  }

  /** Adds an update. */
  public <V, U> StateCommand update(StateKey<V, U> key, U update) {
    mutations.update(key, update);
    return this;
  }

  /**
   * Schedules an action; converts its payload to JSON at once.
   *
   * @throws StateException when the payload has no JSON form
   */
  public <P> StateCommand schedule(ActionKey<P> key, P payload) {
    return schedule(
        new ScheduledAction(
            key.name(), key.phase(), StoredValues.encode(key.name(), key.payload(), payload)));
  }

  /** Schedules an action whose payload is JSON already. */
  public StateCommand schedule(ScheduledAction action) {
    if (actions.isEmpty()) {
      actions = new ArrayList<>(2);
    }
    actions.add(action);
    return this;
  }

  /**
   * Emits an effect; converts its payload to JSON at once.
   *
   * @throws StateException when the payload has no JSON form
   */
  public <P> StateCommand emit(EffectKey<P> key, P payload) {
    if (effects.isEmpty()) {
      effects = new ArrayList<>(2);
    }
    effects.add(
        new TypedEffect(key.name(), StoredValues.encode(key.name(), key.payload(), payload)));
    return this;
  }

  /** Appends another command. */
  public StateCommand extend(StateCommand other) {
    mutations.addAll(other.mutations);
    other.actions.forEach(this::schedule);
    if (!other.effects.isEmpty()) {
      var joined = new ArrayList<>(effects);
      joined.addAll(other.effects);
      effects = joined;
    }
    return this;
  }

  public boolean isEmpty() {
    return mutations.isEmpty() && actions.isEmpty() && effects.isEmpty();
  }

  public MutationBatch mutations() {
    return mutations;
  }

  public List<ScheduledAction> actions() {
    return Collections.unmodifiableList(actions);
  }

  public List<TypedEffect> effects() {
    return Collections.unmodifiableList(effects);
  }
}
