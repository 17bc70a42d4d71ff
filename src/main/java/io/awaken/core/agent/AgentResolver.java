package io.awaken.core.agent;

import io.awaken.core.model.AgentQuestion;
import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.plugin.context.Sections;
import io.awaken.core.run.RunSpec;
import io.awaken.core.schema.FormatRules;
import io.awaken.core.spec.AgentSpec;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Resolves an agent of a snapshot completely or not at all, in three stages: its model, its
 * plugins, its tools (features rows 31-39). Pure; the snapshot caches the result, so that it costs
 * a run nothing.
 */
public final class AgentResolver {

  private static final Logger LOG = System.getLogger(AgentResolver.class.getName());

  private AgentResolver() {}

  /**
   * @throws ResolveException naming what is missing or invalid
   */
  public static ResolvedAgent resolve(RegistrySnapshot registry, String agentId) {
    return registry.resolved(agentId, spec -> compose(registry, spec, List.of()));
  }

  /**
   * Resolves a delegate or handoff target, with inherited plugins as {@link PluginInheritance}
   * defines. Not cached.
   *
   * @throws ResolveException naming what is missing or invalid
   */
  public static ResolvedAgent resolve(
      RegistrySnapshot registry, String agentId, List<String> inheritedPlugins) {
    return inheritedPlugins.isEmpty()
        ? resolve(registry, agentId)
        : compose(registry, spec(registry, agentId), inheritedPlugins);
  }

  /**
   * Resolves a variant of an agent that is not registered itself, with inherited plugins. Not
   * cached.
   *
   * @throws ResolveException naming what is missing or invalid
   */
  public static ResolvedAgent resolve(
      RegistrySnapshot registry, AgentSpec variant, List<String> inheritedPlugins) {
    return compose(registry, variant, inheritedPlugins);
  }

  /**
   * Refuses settings of a request that a remote agent would not get.
   *
   * @throws ResolveException naming the field
   */
  public static void requireOverrides(RegistrySnapshot registry, RunSpec request) {
    AgentSpec spec = spec(registry, request.agentId());
    if (spec.endpoint() == null) {
      return;
    }
    if (!request.overrides().setsOnlyWait()) {
      AgentModels.requireOverride(registry, spec, "overrides");
    }
    if (!request.clientTools().isEmpty()) {
      AgentModels.requireOverride(registry, spec, "tools");
    }
  }

  /** A placeholder for a missing agent, with the plugins of all agents and nothing else. */
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

  /** Parts that do not fit an agent of the pinned version are reported as missing. */
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
    boolean remote = spec.endpoint() != null;
    PinnedVersion pinned = registry.pinned();
    if (pinned == null || !pinned.agents().containsKey(spec.id())) {
      requireFormat(spec);
    }
    if (pinned != null) {
      pinned.requireCode(registry, spec, inherited);
    }
    AgentModels models =
        remote ? AgentModels.remote(registry, spec) : AgentModels.of(registry, spec);
    AgentPlugins plugins = AgentPlugins.of(registry.plugins(), spec, inherited);
    // A run goes on with an earlier version although agents that it names may be gone.
    Set<String> unclaimed =
        plugins.unclaimedSections(pinned == null ? registry::mayHave : agent -> true);
    Map<String, RegisteredTool> tools =
        remote ? AgentTools.OF_REMOTE : AgentTools.of(registry, plugins.behaving(), spec);
    if (pinned != null && !remote) {
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
          "active_hook_filter of agent {0} names plugins that do not exist: {1}; they are ignored",
          spec.id(),
          unknown);
    }
  }

  /**
   * @throws ResolveException naming the problem of its response format
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

  /** The tools of an agent: the third stage of its resolution (features rows 15, 37). */
  static final class AgentTools {

    private static final String GLOBAL = "the runtime";

    /** A remote agent has its own tools; it only asks through this server. */
    static final Map<String, RegisteredTool> OF_REMOTE =
        Map.of(AgentQuestion.ID, RegisteredTool.of(new AgentQuestion()));

    private AgentTools() {}

    /**
     * Tools of the runtime, then delegates, then those of plugins, without those that the agent may
     * not use.
     *
     * @throws ResolveException when two of them have the same id, even one that the agent may not
     *     use, or when a delegate cannot be called
     */
    static Map<String, RegisteredTool> of(
        RegistrySnapshot registry, List<InstalledPlugin> plugins, AgentSpec spec) {
      var tools = new LinkedHashMap<>(registry.toolsOf(spec));
      PinnedVersion version = registry.pinned();
      boolean pinned = version != null && version.agents().containsKey(spec.id());
      DelegateTools.add(registry, spec, pinned, tools);
      var sources = new LinkedHashMap<String, String>();
      for (InstalledPlugin plugin : plugins) {
        String source = "plugin " + plugin.name();
        plugin
            .tools()
            .forEach(
                (id, tool) -> {
                  if (tools.put(id, tool) != null || registry.tools().containsKey(id)) {
                    throw new ResolveException(
                        new ResolveError.ToolIdConflict(
                            spec.id(), id, sources.getOrDefault(id, GLOBAL), source));
                  }
                  sources.put(id, source);
                });
      }
      tools.keySet().removeIf(id -> !spec.mayUse(id));
      return tools;
    }
  }
}
