package io.awaken.core.loop.activation;

import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.plugin.PluginRegistration.EffectRegistration;
import io.awaken.core.state.TypedEffect;
import io.awaken.core.store.outbox.OutboxChanges;
import io.awaken.core.store.outbox.OutboxEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * Effects that commands of a run requested: those waiting for a commit, and delivered ones that the
 * next commit removes from the outbox. Confined to the run's thread.
 */
public final class RunEffects {

  private final List<Wanted> wanted = new ArrayList<>(0);
  private final List<String> delivered = new ArrayList<>(0);

  /** Number of waiting effects requested before the current step. */
  private int beforeStep;

  /** An effect with its agent's handler. */
  record Wanted(TypedEffect effect, EffectRegistration<?> handler) {}

  /**
   * Effects of a commit.
   *
   * @param wanted the effects, each with its entry in {@code changes}
   * @param changes to the outbox
   */
  public record Outgoing(List<Wanted> wanted, OutboxChanges changes) {}

  void want(ExecutionEnv env, List<TypedEffect> effects) {
    effects.forEach(effect -> wanted.add(new Wanted(effect, env.effect(effect.key()))));
  }

  /** Effects from here on belong to the step, whose repetition requests them again. */
  void beginStep() {
    beforeStep = wanted.size();
  }

  /** Number of waiting effects, for {@link #withdrawTo}. */
  public int count() {
    return wanted.size();
  }

  /** Withdraws later effects, because their state change was rolled back. */
  public void withdrawTo(int count) {
    wanted.subList(Math.min(count, wanted.size()), wanted.size()).clear();
  }

  /** The effects for a commit of the current state. */
  public Outgoing outgoing(String commitId) {
    return outgoing(commitId, wanted.size());
  }

  /** The effects for a commit of the state at the start of the step. */
  Outgoing outgoingBeforeStep(String commitId) {
    return outgoing(commitId, beforeStep);
  }

  private Outgoing outgoing(String commitId, int count) {
    if (count == 0 && delivered.isEmpty()) {
      return new Outgoing(List.of(), OutboxChanges.NONE);
    }
    List<Wanted> now = List.copyOf(wanted.subList(0, count));
    var entries = new ArrayList<OutboxEntry>(count);
    for (int i = 0; i < count; i++) {
      entries.add(OutboxEntry.effect(commitId, i, now.get(i).effect()));
    }
    return new Outgoing(now, new OutboxChanges(entries, delivered));
  }

  /** Records a successful commit. */
  void committed(Outgoing held) {
    int count = held.wanted().size();
    wanted.subList(0, count).clear();
    beforeStep = Math.max(0, beforeStep - count);
    delivered.removeAll(held.changes().delivered());
  }

  /** Records a delivery, so that the outbox relay skips it. */
  public void delivered(String id) {
    delivered.add(id);
  }

  /** Returns and clears the delivered entries that no commit has removed. */
  List<String> takeDelivered() {
    List<String> ids = List.copyOf(delivered);
    delivered.clear();
    return ids;
  }
}
