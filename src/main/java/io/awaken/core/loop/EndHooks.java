package io.awaken.core.loop;

import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.EffectDelivery;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.plugin.context.RunSummary;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateException;
import io.awaken.core.store.outbox.OutboxEntry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Calls what plugins do about the end of a run, however it ends: by its owner, or in the owner's
 * place (features row 63). Each of them happens once for a run, and at least once when a node dies
 * meanwhile. Stateless.
 */
final class EndHooks {

  private static final Logger LOG = System.getLogger(EndHooks.class.getName());

  private final PhaseRunner phases;
  private final AgentHooks agents;
  private final EffectDelivery effects;

  EndHooks(PhaseRunner phases, AgentHooks agents, EffectDelivery effects) {
    this.phases = phases;
    this.agents = agents;
    this.effects = effects;
  }

  /** RunEnd, also of a run that was asked to stop; then its plugins are not used any more. */
  void end(Activation run) {
    if (!run.end().enterRun()) {
      return;
    }
    try {
      phases.run(run.unstoppable(), Phase.RUN_END);
    } finally {
      agents.deactivate(run);
    }
  }

  /** The same of a run that did not end by itself: whatever fails is logged, and it ends. */
  void endAnyhow(Activation run, RunSummary summary) {
    if (run.end().enterAgent()) {
      agents.told(run, summary);
    }
    try {
      end(run);
    } catch (PluginFailure | StateException | RunCancelled e) {
      LOG.log(Level.WARNING, "a plugin failed while the run ends; it ends all the same", e);
    }
  }

  /** The ending is stored. */
  void stored(Activation run, RunSummary summary) {
    if (!run.agent().env().at(ExtensionPoint.AFTER_RUN).isEmpty()) {
      agents.afterRun(run, summary);
      run.effects().delivered(OutboxEntry.afterRun(run.fence().runId(), null).id());
    }
    effects.settle(run);
  }
}
