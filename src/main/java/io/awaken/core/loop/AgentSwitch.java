package io.awaken.core.loop;

import io.awaken.core.action.ActiveAgent;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.WorkingAgent;
import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.ClientInputs;
import io.awaken.core.agent.PluginInheritance;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.agent.ResolvedAgent;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.PinnedRegistry.PinnedVersionUnavailable;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.KeyRegistration;
import io.awaken.core.state.MutationBatch;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/**
 * Switches a run to another agent when its state requests one (features rows 200-203); run, thread
 * and history continue. Stateless.
 */
final class AgentSwitch {

  private static final Logger LOG = System.getLogger(AgentSwitch.class.getName());

  private final PartCaller caller;

  AgentSwitch(PartCaller caller) {
    this.caller = caller;
  }

  /** Whether the state requests another agent than the current one. */
  static boolean due(Activation run) {
    return !requested(run).equals(run.working().agent());
  }

  /**
   * Resolves the requested agent and switches to it. If that fails, the current agent stays and
   * readers get an error event.
   *
   * @return whether the agent changed
   */
  boolean apply(Activation run) {
    ActiveAgent requested = requested(run);
    try {
      become(run, new WorkingAgent(requested, inherited(run, requested), unkept(run, requested)));
      return true;
    } catch (ResolveException e) {
      stays(run, e);
      run.update(RuntimeKeys.ACTIVE_AGENT, run.working().agent());
      return false;
    }
  }

  /**
   * Returns to the agent that was at work under an earlier owner, whatever the state requests
   * since. If it cannot be resolved any more, the run's own agent stays.
   *
   * @return whether the earlier agent is at work
   * @throws PinnedVersionUnavailable when its version is unavailable
   */
  boolean resume(Activation run) {
    WorkingAgent begun = begun(run);
    if (begun.equals(run.working())) {
      return true;
    }
    try {
      requireUnchanged(run, begun);
      become(run, begun);
      return true;
    } catch (ResolveException e) {
      if (begun.resolution() != null
          || e.kind() == ResolveException.Kind.PINNED_VERSION_UNAVAILABLE) {
        throw new PinnedVersionUnavailable(e.getMessage());
      }
      stays(run, e);
      if (requested(run).equals(begun.agent())) {
        run.update(RuntimeKeys.ACTIVE_AGENT, ActiveAgent.OWN);
      }
      return false;
    }
  }

  /** Records that the agent has started, so that the next owner does not start it again. */
  static void recordStart(Activation run) {
    if (!begun(run).equals(run.working())) {
      run.state()
          .commit(
              MutationBatch.anywhere()
                  .update(RuntimeKeys.WORKING_AGENT, run.working())
                  .update(
                      RuntimeKeys.CARRIED_PLUGINS,
                      new WorkingAgent(run.working().agent(), run.working().inherited())));
    }
  }

  /** Identifies an agent's version when the run's own documents do not. */
  private static String unkept(Activation run, ActiveAgent requested) {
    String id = requested.agentId();
    RegistrySnapshot registry = run.setup().registry();
    return id == null || registry.keeps(run.setup().agent().spec().id(), id)
        ? null
        : registry.resolution(id).hash();
  }

  private static void requireUnchanged(Activation run, WorkingAgent begun) {
    String id = begun.agent().agentId();
    if (begun.resolution() != null
        && !begun.resolution().equals(run.setup().registry().resolution(id).hash())) {
      throw new PinnedVersionUnavailable(
          "agent "
              + id
              + " has changed since it took over, and no document of the run's own agent names it");
    }
  }

  private void become(Activation run, WorkingAgent next) {
    ResolvedAgent resolved = resolve(run, next).with(run.setup().clientTools());
    installKeys(run, resolved.env());
    run.become(next, resolved, EventHooks.of(caller, run.identity(), resolved.env()));
    if (run.setup().spec().clientInput().instructions() != null
        && !ClientInputs.takesInstructions(resolved)) {
      LOG.log(
          Level.WARNING,
          "run {0} continues with agent {1}, which takes no instructions from clients; its model"
              + " does not get those of the request",
          run.identity().runId(),
          resolved.spec().id());
    }
  }

  private static void stays(Activation run, ResolveException e) {
    LOG.log(
        Level.WARNING,
        "run {0} cannot switch to another agent and stays with {1}: {2}",
        run.identity().runId(),
        run.agent().spec().id(),
        e.getMessage());
    run.events().emit(new AgentEvent.Error(e.getMessage(), "agent_unresolved"));
  }

  private static ActiveAgent requested(Activation run) {
    return run.value(RuntimeKeys.ACTIVE_AGENT);
  }

  private static WorkingAgent begun(Activation run) {
    return run.value(RuntimeKeys.WORKING_AGENT);
  }

  /**
   * Plugins carried over from the current agent and those before it, also in earlier runs of the
   * thread; the run's own agent has them all.
   */
  private static List<String> inherited(Activation run, ActiveAgent requested) {
    if (requested.agentId() == null) {
      return List.of();
    }
    WorkingAgent carried = run.value(RuntimeKeys.CARRIED_PLUGINS);
    if (run.working().equals(WorkingAgent.OWN) && carried.agent().equals(requested)) {
      return carried.inherited();
    }
    RegistrySnapshot registry = run.setup().registry();
    AgentSpec target = AgentResolver.resolve(registry, requested.agentId()).spec();
    return PluginInheritance.carried(
        registry.plugins(), run.agent().spec(), run.working().inherited(), target);
  }

  private static ResolvedAgent resolve(Activation run, WorkingAgent next) {
    RegistrySnapshot registry = run.setup().registry();
    String id = next.agent().agentId();
    ActiveAgent.Overlay overlay = next.agent().overlay();
    if (overlay == null) {
      return id == null
          ? run.setup().agent()
          : AgentResolver.resolve(registry, id, next.inherited());
    }
    AgentSpec base =
        id == null ? run.setup().agent().spec() : AgentResolver.resolve(registry, id).spec();
    return AgentResolver.resolve(registry, overlaid(base, overlay), next.inherited());
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

  /** Adds keys of newly active plugins and restores their stored values. */
  private static void installKeys(Activation run, ExecutionEnv env) {
    List<KeyRegistration> fresh =
        env.keys().stream().filter(key -> !run.state().isRegistered(key.name())).toList();
    if (!fresh.isEmpty()) {
      run.state().addKeys(fresh);
    }
  }
}
