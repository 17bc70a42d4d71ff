package io.awaken.core.agent;

import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.plugin.context.Sections;
import io.awaken.core.schema.FormatRules;
import io.awaken.core.spec.AgentSpec;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Puts an agent together from a snapshot, all or nothing, in three stages: its model, its plugins,
 * its tools (features rows 31-39). Pure: a snapshot resolves an agent to equal results each time,
 * and keeps what was put together once, so that a run pays nothing for it.
 */
public final class AgentResolver {

  private static final Logger LOG = System.getLogger(AgentResolver.class.getName());

  private AgentResolver() {}

  /**
   * @throws ResolveException saying what is missing or does not fit
   */
  public static ResolvedAgent resolve(RegistrySnapshot registry, String agentId) {
    return registry.resolved(agentId, spec -> compose(registry, spec, List.of()));
  }

  /**
   * The agent as a delegate or after a handoff: with plugins that come along, as {@link
   * PluginInheritance} says. Put together anew each time.
   *
   * @throws ResolveException saying what is missing or does not fit
   */
  public static ResolvedAgent resolve(
      RegistrySnapshot registry, String agentId, List<String> inheritedPlugins) {
    return inheritedPlugins.isEmpty()
        ? resolve(registry, agentId)
        : compose(registry, spec(registry, agentId), inheritedPlugins);
  }

  /**
   * A variant of an agent that is in no registry itself, with plugins that come along. Put together
   * anew each time.
   *
   * @throws ResolveException saying what is missing or does not fit
   */
  public static ResolvedAgent resolve(
      RegistrySnapshot registry, AgentSpec variant, List<String> inheritedPlugins) {
    return compose(registry, variant, inheritedPlugins);
  }

  /**
   * A placeholder for a missing agent, towards the plugins of all agents: it has these plugins and
   * nothing else.
   */
  public static ResolvedAgent withoutAgent(RegistrySnapshot registry, String agentId) {
    AgentSpec known = agentId == null ? null : registry.agents().get(agentId);
    AgentSpec spec = known != null ? known : AgentSpec.of(String.valueOf(agentId), "none");
    return new ResolvedAgent(
        spec,
        null,
        null,
        Map.of(),
        List.of(),
        registry.plugins().everywhere(),
        new Sections(spec.configuration()));
  }

  static AgentSpec spec(RegistrySnapshot registry, String agentId) {
    AgentSpec spec = agentId == null ? null : registry.agents().get(agentId);
    if (spec == null) {
      throw new ResolveException(new ResolveError.AgentNotFound(agentId));
    }
    return spec;
  }

  /** What does not fit an agent of the version that a run began with is missing from it. */
  private static ResolvedAgent compose(
      RegistrySnapshot registry, AgentSpec spec, List<String> inherited) {
    try {
      return parts(registry, spec, inherited);
    } catch (ResolveException e) {
      boolean other =
          registry.pinned() != null
              && registry.pinned().agents().containsKey(spec.id())
              && e.kind() != ResolveException.Kind.PINNED_VERSION_UNAVAILABLE;
      throw other ? ResolveException.unavailable(spec.id(), e.getMessage()) : e;
    }
  }

  private static ResolvedAgent parts(
      RegistrySnapshot registry, AgentSpec spec, List<String> inherited) {
    if (spec.endpoint() != null) {
      throw new ResolveException(new ResolveError.RemoteAgentNotDirectlyRunnable(spec.id()));
    }
    PinnedVersion pinned = registry.pinned();
    if (pinned == null || !pinned.agents().containsKey(spec.id())) {
      requireSupported(spec);
      requireFormat(spec);
    }
    if (pinned != null) {
      pinned.requireCode(registry, spec, inherited);
    }
    AgentModels models = AgentModels.of(registry, spec);
    AgentPlugins plugins = AgentPlugins.of(registry.plugins(), spec, inherited);
    Set<String> unclaimed = plugins.unclaimedSections();
    Map<String, RegisteredTool> tools = AgentTools.of(registry, plugins.behaving(), spec);
    if (pinned != null) {
      pinned.narrow(tools, registry, spec, inherited);
    }
    ExecutionEnv env = plugins.env();
    if (inherited.isEmpty() && pinned == null) {
      warn(spec, registry.plugins(), unclaimed);
    }
    return new ResolvedAgent(
        spec,
        models.model(),
        models.executor(),
        Collections.unmodifiableMap(tools),
        tools.values().stream().map(RegisteredTool::descriptor).toList(),
        env,
        new Sections(spec.configuration()));
  }

  /** Ignored parts are logged once, when the agent is resolved. */
  private static void warn(AgentSpec spec, PluginSet plugins, Set<String> unclaimed) {
    unclaimed.forEach(
        key ->
            LOG.log(
                Level.WARNING,
                "section {0} of agent {1} is read by none of its plugins; it has no effect",
                key,
                spec.id()));
    var unknown = new TreeSet<>(spec.activeHookFilter());
    unknown.removeIf(name -> plugins.byName().containsKey(name) || plugins.everywhere(name));
    if (!unknown.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "active_hook_filter of agent {0} names plugins that do not exist: {1}; they are passed"
              + " over",
          spec.id(),
          unknown);
    }
  }

  /**
   * Agents that a run was pinned to by an earlier release are exempt: they continue unchanged.
   *
   * @throws ResolveException naming the first field that nothing in this release acts on
   */
  private static void requireSupported(AgentSpec spec) {
    unsupported(spec)
        .ifPresent(
            field -> {
              throw new ResolveException(new ResolveError.UnsupportedField(spec.id(), field));
            });
  }

  /**
   * @throws ResolveException naming what is wrong with the form of its last answer
   */
  private static void requireFormat(AgentSpec spec) {
    if (spec.responseFormat() != null) {
      FormatRules.ofOperator(spec.responseFormat())
          .ifPresent(
              breach -> {
                throw new ResolveException(
                    new ResolveError.InvalidResponseFormat(
                        spec.id(), "response_format." + breach.field(), breach.reason()));
              });
    }
  }

  private static Optional<String> unsupported(AgentSpec spec) {
    return spec.delegates().isEmpty() ? Optional.empty() : Optional.of("delegates");
  }
}
