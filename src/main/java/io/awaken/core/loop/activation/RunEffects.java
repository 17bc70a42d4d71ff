package io.awaken.core.loop.activation;

import io.awaken.core.phase.EffectDispatcher;
import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.plugin.PluginRegistration.EffectRegistration;
import io.awaken.core.plugin.hook.EffectContext;
import io.awaken.core.state.Snapshot;
import io.awaken.core.state.TypedEffect;
import io.awaken.core.store.outbox.OutboxChanges;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.outbox.OutboxStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * Effects that commands of a run requested: those waiting for a commit, and delivered ones that the
 * next commit removes from the outbox. Confined to the run's thread.
 */
public final class RunEffects {

  private final List<Requested> requested = new ArrayList<>(0);
  private final List<String> delivered = new ArrayList<>(0);

  /** Number of waiting effects requested before the current step. */
  private int beforeStep;

  /** An effect with its agent's handler. */
  record Requested(TypedEffect effect, EffectRegistration<?> handler) {}

  /**
   * Effects of a commit.
   *
   * @param requested the effects, each with its entry in {@code changes}
   * @param changes to the outbox
   */
  public record Outgoing(List<Requested> requested, OutboxChanges changes) {}

  void request(ExecutionEnv env, List<TypedEffect> effects) {
    effects.forEach(effect -> requested.add(new Requested(effect, env.effect(effect.key()))));
  }

  /** Effects from here on belong to the step, whose repetition requests them again. */
  void beginStep() {
    beforeStep = requested.size();
  }

  /** Number of waiting effects, for {@link #withdrawTo}. */
  public int count() {
    return requested.size();
  }

  /** Withdraws later effects, because their state change was rolled back. */
  public void withdrawTo(int count) {
    requested.subList(Math.min(count, requested.size()), requested.size()).clear();
  }

  /** The effects for a commit of the current state. */
  public Outgoing outgoing(String commitId) {
    return outgoing(commitId, requested.size());
  }

  /** The effects for a commit of the state at the start of the step. */
  Outgoing outgoingBeforeStep(String commitId) {
    return outgoing(commitId, beforeStep);
  }

  private Outgoing outgoing(String commitId, int count) {
    if (count == 0 && delivered.isEmpty()) {
      return new Outgoing(List.of(), OutboxChanges.NONE);
    }
    List<Requested> now = List.copyOf(requested.subList(0, count));
    var entries = new ArrayList<OutboxEntry>(count);
    for (int i = 0; i < count; i++) {
      entries.add(OutboxEntry.effect(commitId, i, now.get(i).effect()));
    }
    return new Outgoing(now, new OutboxChanges(entries, delivered));
  }

  /** Records a successful commit. */
  void committed(Outgoing held) {
    int count = held.requested().size();
    requested.subList(0, count).clear();
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

  /** Delivers the effects that a run has committed, on the run's thread. Stateless. */
  public static final class EffectDelivery {

    private static final Logger LOG = System.getLogger(EffectDelivery.class.getName());

    private final EffectDispatcher dispatcher;
    private final OutboxStore outbox;

    public EffectDelivery(EffectDispatcher dispatcher, OutboxStore outbox) {
      this.dispatcher = dispatcher;
      this.outbox = outbox;
    }

    /**
     * Delivers the effects of a commit, in order.
     *
     * @param state the state stored by that commit
     */
    public void deliver(Activation run, RunEffects.Outgoing held, Snapshot state) {
      run.effects().committed(held);
      for (int i = 0; i < held.requested().size(); i++) {
        RunEffects.Requested requested = held.requested().get(i);
        OutboxEntry entry = held.changes().written().get(i);
        dispatcher.dispatch(
            requested.handler(),
            requested.effect(),
            new EffectContext(entry.id(), run.identity(), 1, state));
        run.effects().delivered(entry.id());
      }
    }

    /**
     * Removes delivered entries that no later commit will remove. If that fails, they are delivered
     * again with the same ids.
     */
    public void settle(Activation run) {
      List<String> ids = run.effects().takeDelivered();
      if (ids.isEmpty()) {
        return;
      }
      try {
        outbox.remove(run.identity().threadId(), ids);
      } catch (RuntimeException e) {
        LOG.log(
            Level.WARNING,
            "what run "
                + run.identity().runId()
                + " delivered to its plugins could not be removed from the outbox; it is delivered"
                + " again",
            e);
      }
    }
  }
}
