package io.awaken.core.loop;

import io.awaken.core.loop.activation.Activation;
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
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Calls the hooks around an agent and its run. Stateless. */
final class AgentHooks {

  private static final Logger LOG = System.getLogger(AgentHooks.class.getName());

  private final PartCaller caller;
  private final PhaseRunner phases;

  AgentHooks(PartCaller caller, PhaseRunner phases) {
    this.caller = caller;
    this.phases = phases;
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
    for (Registered<ActivationHook> hook : run.agent().env().at(point)) {
      StateCommand wanted =
          caller.call(hook, part -> PhaseRunner.checked(run.here(), part.run(run.hook())));
      if (wanted != null) {
        phases.submit(run.here(), wanted);
      }
    }
  }

  /** An answer that replaces the agent; the first one wins. */
  Optional<String> before(Activation run) {
    for (Registered<BeforeAgent> hook : run.agent().env().at(ExtensionPoint.BEFORE_AGENT)) {
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
    for (Registered<AfterAgent> hook : run.agent().env().at(ExtensionPoint.AFTER_AGENT)) {
      Optional<String> answer = caller.call(hook, part -> part.afterAgent(run.hook(), summary));
      if (answer != null && answer.isPresent()) {
        return answer;
      }
    }
    return Optional.empty();
  }

  /** Notifies each hook that the agent has ended and no answer follows. Failures are logged. */
  void notifyEnded(Activation run, RunSummary summary) {
    for (Registered<AfterAgent> hook : run.agent().env().at(ExtensionPoint.AFTER_AGENT)) {
      try {
        caller.call(hook, part -> part.afterAgent(run.hook(), summary));
      } catch (PluginFailure | StateException | RunCancelled e) {
        LOG.log(Level.WARNING, "a plugin failed after its agent; the run ends anyway", e);
      }
    }
  }

  /** Calls the hooks after the run, once its ending is stored. */
  void afterRun(Activation run, RunSummary summary) {
    for (Registered<AfterRun> hook : run.agent().env().at(ExtensionPoint.AFTER_RUN)) {
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
    var messages = new ArrayList<Message>(0);
    for (Registered<SteeringSource> source : run.agent().env().at(ExtensionPoint.STEERING_SOURCE)) {
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
    var messages = new ArrayList<Message>(0);
    for (Registered<FollowUpSource> source :
        run.agent().env().at(ExtensionPoint.FOLLOW_UP_SOURCE)) {
      add(messages, caller.call(source, run.cancellation(), part -> part.poll(run.hook())));
    }
    return run.identified(messages);
  }

  private static void add(List<Message> messages, List<Message> more) {
    if (more != null) {
      messages.addAll(more);
    }
  }
}
