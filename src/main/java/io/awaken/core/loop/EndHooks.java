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
 * Calls the hooks for the end of a run, whether its owner or another node ends it (features row
 * 63). Each is called once, or at least once if a node dies meanwhile. Stateless.
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

  /** Runs RunEnd, even for a cancelled run, and deactivates the plugins. */
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

  /** Does the same for an aborted run, logging failures. */
  void endAborted(Activation run, RunSummary summary) {
    if (run.end().enterAgent()) {
      agents.notifyEnded(run, summary);
    }
    try {
      end(run);
    } catch (PluginFailure | StateException | RunCancelled e) {
      LOG.log(Level.WARNING, "a plugin failed while the run ends; it ends anyway", e);
    }
  }

  /** Calls the hooks that follow the stored ending. */
  void stored(Activation run, RunSummary summary) {
    if (!run.agent().env().at(ExtensionPoint.AFTER_RUN).isEmpty()) {
      agents.afterRun(run, summary);
      run.effects().delivered(OutboxEntry.afterRun(run.fence().runId(), null).id());
    }
    effects.settle(run);
  }
}
