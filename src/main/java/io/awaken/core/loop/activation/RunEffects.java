package io.awaken.core.loop.activation;

import io.awaken.core.plugin.EffectRegistration;
import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.state.TypedEffect;
import io.awaken.core.store.outbox.OutboxChanges;
import io.awaken.core.store.outbox.OutboxEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * The effects that commands of a run asked for: those that wait for a commit, and those that were
 * delivered and that the next commit removes from the outbox. Used by the run's own thread only.
 */
public final class RunEffects {

  private final List<Wanted> wanted = new ArrayList<>(0);
  private final List<String> delivered = new ArrayList<>(0);

  /** How many of those that wait were wanted before the current step. */
  private int beforeStep;

  /** An effect with the handler that its agent had. */
  record Wanted(TypedEffect effect, EffectRegistration<?> handler) {}

  /**
   * What a commit holds.
   *
   * @param wanted the effects, each with its entry in {@code changes}
   * @param changes what the commit does to the outbox
   */
  public record Outgoing(List<Wanted> wanted, OutboxChanges changes) {}

  void want(ExecutionEnv env, List<TypedEffect> effects) {
    effects.forEach(effect -> wanted.add(new Wanted(effect, env.effect(effect.key()))));
  }

  /** Effects from here on belong to the step: a repetition of it asks for them again. */
  void beginStep() {
    beforeStep = wanted.size();
  }

  /** How many wait for a commit, for {@link #withdrawTo}. */
  public int count() {
    return wanted.size();
  }

  /** The state that asked for the later ones is taken back. */
  public void withdrawTo(int count) {
    wanted.subList(Math.min(count, wanted.size()), wanted.size()).clear();
  }

  /** What a commit holds with which the state of this moment is stored. */
  public Outgoing outgoing(String commitId) {
    return outgoing(commitId, wanted.size());
  }

  /** The same of a commit that stores the state with which the step began. */
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

  /** The commit succeeded. */
  void committed(Outgoing held) {
    int count = held.wanted().size();
    wanted.subList(0, count).clear();
    beforeStep = Math.max(0, beforeStep - count);
    delivered.removeAll(held.changes().delivered());
  }

  /** An entry was delivered; the outbox duty need not deliver it again. */
  public void delivered(String id) {
    delivered.add(id);
  }

  /** Returns and forgets the entries that were delivered and that no commit has removed. */
  List<String> takeDelivered() {
    List<String> ids = List.copyOf(delivered);
    delivered.clear();
    return ids;
  }
}
