package io.awaken.core.loop;

import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.RunEffects.EffectDelivery;
import io.awaken.core.loop.activation.StepWriter;
import io.awaken.core.message.Message;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.plugin.Registered;
import io.awaken.core.plugin.context.RunSummary;
import io.awaken.core.plugin.hook.ActivationHook;
import io.awaken.core.plugin.hook.AfterAgent;
import io.awaken.core.plugin.hook.AfterRun;
import io.awaken.core.plugin.hook.BeforeAgent;
import io.awaken.core.plugin.hook.FollowUpSource;
import io.awaken.core.plugin.hook.SteeringSource;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateException;
import io.awaken.core.store.outbox.OutboxEntry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Calls the hooks around an agent and its run, also for a run that another node ends (features row
 * 63). Those of the end are called once, or at least once if a node dies meanwhile. Stateless.
 */
final class AgentHooks {

  private static final Logger LOG = System.getLogger(AgentHooks.class.getName());

  private final PartCaller caller;
  private final PhaseRunner phases;
  private final EffectDelivery effects;
  private final AbandonedRuns abandoned;

  AgentHooks(
      PartCaller caller, PhaseRunner phases, EffectDelivery effects, AbandonedRuns abandoned) {
    this.caller = caller;
    this.phases = phases;
    this.effects = effects;
    this.abandoned = abandoned;
  }

  /** The run starts to use its agent's plugins. */
  void activate(Activation run) {
    run(run, ExtensionPoint.ACTIVATE);
  }

  /** The run stops using its agent's plugins. */
  void deactivate(Activation run) {
    run(run, ExtensionPoint.DEACTIVATE);
  }

  private void run(Activation run, ExtensionPoint<ActivationHook> point) {
    for (Registered<ActivationHook> hook : run.parts(point)) {
      phases.call(run.here(), hook, null, part -> part.run(run.hook()), UnaryOperator.identity());
    }
  }

  /** An answer that replaces the agent; the first one wins. */
  Optional<String> before(Activation run) {
    for (Registered<BeforeAgent> hook : run.parts(ExtensionPoint.BEFORE_AGENT)) {
      Optional<String> answer =
          caller.call(hook, run.cancellation(), part -> part.beforeAgent(run.hook()));
      if (answer != null && answer.isPresent()) {
        return answer;
      }
    }
    return Optional.empty();
  }

  /** One more answer after the agent's own; the first one wins. */
  Optional<String> after(Activation run, RunSummary summary) {
    for (Registered<AfterAgent> hook : run.parts(ExtensionPoint.AFTER_AGENT)) {
      Optional<String> answer = caller.call(hook, part -> part.afterAgent(run.hook(), summary));
      if (answer != null && answer.isPresent()) {
        return answer;
      }
    }
    return Optional.empty();
  }

  /** Notifies each hook that the agent has ended and no answer follows. Failures are logged. */
  private void notifyEnded(Activation run, RunSummary summary) {
    for (Registered<AfterAgent> hook : run.parts(ExtensionPoint.AFTER_AGENT)) {
      try {
        caller.call(hook, part -> part.afterAgent(run.hook(), summary));
      } catch (PluginFailure | StateException | RunCancelled e) {
        LOG.log(Level.WARNING, "a plugin failed after its agent; the run ends anyway", e);
      }
    }
  }

  /** Cancels the runs of delegates that an ended run no longer waits for. */
  void abandon(Activation run) {
    abandoned.cancel(run);
  }

  /** Calls the hooks after the run, once its ending is stored. */
  void afterRun(Activation run, RunSummary summary) {
    for (Registered<AfterRun> hook : run.parts(ExtensionPoint.AFTER_RUN)) {
      caller.call(
          hook,
          part -> {
            part.afterRun(summary);
            return null;
          });
    }
  }

  /** Steering messages of plugins. */
  List<Message> steering(Activation run) {
    List<Registered<SteeringSource>> sources = run.parts(ExtensionPoint.STEERING_SOURCE);
    if (sources.isEmpty()) {
      return List.of();
    }
    var messages = new ArrayList<Message>();
    for (Registered<SteeringSource> source : sources) {
      add(messages, caller.call(source, run.cancellation(), part -> part.poll(run.hook())));
    }
    return run.identified(messages);
  }

  /** Steering messages after the last answer; without any, follow-up messages. */
  List<Message> continuations(Activation run) {
    List<Message> steering = steering(run);
    return steering.isEmpty() ? followUps(run) : steering;
  }

  /** Messages that continue a run which would otherwise end. */
  private List<Message> followUps(Activation run) {
    List<Registered<FollowUpSource>> sources = run.parts(ExtensionPoint.FOLLOW_UP_SOURCE);
    if (sources.isEmpty()) {
      return List.of();
    }
    var messages = new ArrayList<Message>();
    for (Registered<FollowUpSource> source : sources) {
      add(messages, caller.call(source, run.cancellation(), part -> part.poll(run.hook())));
    }
    return run.identified(messages);
  }

  private static void add(List<Message> messages, List<Message> more) {
    if (more != null) {
      messages.addAll(more);
    }
  }

  /** Runs RunEnd, even for a cancelled run, and deactivates the plugins. */
  void end(Activation run) {
    if (!run.enterRunEnd()) {
      return;
    }
    try {
      phases.run(run.unstoppable(), Phase.RUN_END);
    } finally {
      deactivate(run);
    }
  }

  /** Does the same for an aborted run, logging failures. */
  void endAborted(Activation run, RunSummary summary) {
    if (run.enterAgentEnd()) {
      notifyEnded(run, summary);
    }
    try {
      end(run);
    } catch (PluginFailure | StateException | RunCancelled e) {
      LOG.log(Level.WARNING, "a plugin failed while the run ends; it ends anyway", e);
    }
  }

  /** Calls the hooks that follow the stored ending. */
  void stored(Activation run, RunSummary summary) {
    if (StepWriter.hasAfterRun(run)) {
      if (run.questions().hasRuns()) {
        abandon(run);
      }
      afterRun(run, summary);
      run.effects().delivered(OutboxEntry.afterRun(run.fence().runId(), null).id());
    }
    effects.settle(run);
  }
}
