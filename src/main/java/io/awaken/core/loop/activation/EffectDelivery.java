package io.awaken.core.loop.activation;

import io.awaken.core.phase.EffectDispatcher;
import io.awaken.core.plugin.hook.EffectContext;
import io.awaken.core.state.Snapshot;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.outbox.OutboxStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/** Delivers the effects that a run has committed, on the run's thread. Stateless. */
public final class EffectDelivery {

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
