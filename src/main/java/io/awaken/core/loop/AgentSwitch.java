package io.awaken.core.loop;

import io.awaken.core.action.ActiveAgent;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.PluginInheritance;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.agent.ResolvedAgent;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.KeyRegistration;
import io.awaken.core.state.MutationBatch;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/**
 * Puts another agent to work on a run, when its state asks for one (features rows 200-203): the
 * same run, thread and history go on. Stateless.
 */
final class AgentSwitch {

  private static final Logger LOG = System.getLogger(AgentSwitch.class.getName());

  private final PartCaller caller;

  AgentSwitch(PartCaller caller) {
    this.caller = caller;
  }

  /** Whether the state asks for another agent than the one at work. */
  static boolean due(Activation run) {
    return !wanted(run).equals(run.active());
  }

  /**
   * Resolves the agent that the state asks for and puts it to work. When that cannot be done the
   * agent at work stays, and readers are told.
   *
   * @return whether another agent is at work now
   */
  boolean apply(Activation run) {
    ActiveAgent wanted = wanted(run);
    try {
      ResolvedAgent next = resolve(run, wanted);
      installKeys(run, next.env());
      run.become(wanted, next, EventHooks.of(caller, run.identity(), next.env()));
      return true;
    } catch (ResolveException e) {
      LOG.log(
          Level.WARNING,
          "run {0} cannot go on with another agent and stays with {1}: {2}",
          run.identity().runId(),
          run.agent().spec().id(),
          e.getMessage());
      run.events.emit(new AgentEvent.Error(e.getMessage(), "agent_unresolved"));
      run.state().commit(MutationBatch.anywhere().update(RuntimeKeys.ACTIVE_AGENT, run.active()));
      return false;
    }
  }

  private static ActiveAgent wanted(Activation run) {
    return run.state().snapshot().getOrInitial(RuntimeKeys.ACTIVE_AGENT);
  }

  private static ResolvedAgent resolve(Activation run, ActiveAgent wanted) {
    RegistrySnapshot registry = run.registry();
    AgentSpec own = run.ownAgent().spec();
    if (wanted.agentId() == null) {
      return wanted.overlay() == null
          ? run.ownAgent()
          : AgentResolver.resolve(registry, overlaid(own, wanted.overlay()), List.of());
    }
    AgentSpec target = AgentResolver.resolve(registry, wanted.agentId()).spec();
    List<String> carried = PluginInheritance.carried(registry.plugins(), own, List.of(), target);
    return wanted.overlay() == null
        ? AgentResolver.resolve(registry, wanted.agentId(), carried)
        : AgentResolver.resolve(registry, overlaid(target, wanted.overlay()), carried);
  }

  private static AgentSpec overlaid(AgentSpec base, ActiveAgent.Overlay overlay) {
    var variant = base.toBuilder();
    if (overlay.systemPrompt() != null) {
      variant.systemPrompt(overlay.systemPrompt());
    }
    if (overlay.modelId() != null) {
      variant.modelId(overlay.modelId());
    }
    if (overlay.allowedTools() != null) {
      variant.allowedTools(overlay.allowedTools().toArray(String[]::new));
    }
    if (overlay.excludedTools() != null) {
      variant.excludedTools(overlay.excludedTools().toArray(String[]::new));
    }
    return variant.build();
  }

  /** Keys of plugins that were not at work before; values stored for them come back. */
  private static void installKeys(Activation run, ExecutionEnv env) {
    List<KeyRegistration> fresh =
        env.keys().stream().filter(key -> !run.state().knows(key.name())).toList();
    if (!fresh.isEmpty()) {
      run.state().addKeys(fresh);
    }
  }
}
