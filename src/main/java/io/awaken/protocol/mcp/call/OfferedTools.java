package io.awaken.protocol.mcp.call;

import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.agent.ResolvedAgent;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.plugin.Registered;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.plugin.hook.ToolFilter;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.ThreadId;
import io.awaken.core.state.Snapshot;
import io.awaken.mcp.HeaderParameters;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Tools that clients may call without an agent. A tool that a required plugin filter hides from the
 * caller is treated as missing (S15). Thread-safe.
 */
public final class OfferedTools {

  private static final System.Logger LOG = System.getLogger(OfferedTools.class.getName());

  /** There is no conversation and no run before a call. */
  private static final String NONE = "none";

  private final Supplier<RegistrySnapshot> registry;
  private final PartCaller caller;

  /** The last snapshot without a working agent for these tools. */
  private volatile RegistrySnapshot refused;

  /** Header parameters of the tools of one snapshot. */
  private volatile Headers headers = new Headers(null);

  /** Tool names last reported as taken by agents. */
  private volatile Set<String> taken = Set.of();

  /**
   * @param caller calls the filters of plugins
   */
  public OfferedTools(Supplier<RegistrySnapshot> registry, PartCaller caller) {
    this.registry = registry;
    this.caller = caller;
  }

  /** The agent that calls the tools; empty when none are offered or it cannot be built. */
  public Optional<ResolvedAgent> agent() {
    RegistrySnapshot now = registry.get();
    if (!now.agents().containsKey(ToolAgent.ID) || refused == now) {
      return Optional.empty();
    }
    try {
      return Optional.of(AgentResolver.resolve(now, ToolAgent.ID));
    } catch (ResolveException e) {
      refused = now;
      LOG.log(
          System.Logger.Level.ERROR,
          "MCP clients are offered no tools of this server, until its documents change: {0}",
          e.getMessage());
      return Optional.empty();
    }
  }

  /** The tools that the caller may see, ordered by id. */
  public Map<String, RegisteredTool> of(Caller who) {
    return agent().map(agent -> visible(agent, who)).orElse(Map.of());
  }

  /**
   * The tools whose names are not taken by agents; taken names are logged once.
   *
   * @param names the names of agents
   */
  public Map<String, RegisteredTool> beside(Collection<String> names, Caller who) {
    var tools = new TreeMap<>(of(who));
    var clashing = new TreeSet<>(names);
    clashing.retainAll(tools.keySet());
    tools.keySet().removeAll(clashing);
    if (!taken.containsAll(clashing)) {
      taken = Set.copyOf(clashing);
      LOG.log(
          System.Logger.Level.WARNING,
          "MCP clients are not offered the tools {0} (name_taken): agents with expose: mcp have"
              + " these names",
          clashing);
    }
    return tools;
  }

  /** Header parameters by tool id. */
  private record Headers(RegistrySnapshot of, Map<String, HeaderParameters> known) {
    Headers(RegistrySnapshot of) {
      this(of, new ConcurrentHashMap<>());
    }
  }

  /**
   * The arguments of a tool that requests repeat in headers, since 2026-07-28.
   *
   * @throws IllegalArgumentException when the tool's schema declares invalid header parameters
   */
  public HeaderParameters headers(RegisteredTool tool) {
    RegistrySnapshot now = registry.get();
    Headers read = headers;
    if (read.of() != now) {
      read = new Headers(now);
      headers = read;
    }
    return read.known()
        .computeIfAbsent(
            tool.descriptor().id(), id -> HeaderParameters.of(tool.descriptor().parameters()));
  }

  /** The tool with this id, if the caller may see it. */
  public Optional<RegisteredTool> find(String id, Caller who) {
    return agent()
        .filter(
            agent ->
                agent.env().at(ExtensionPoint.TOOL_FILTER).isEmpty()
                    || visible(agent, who).containsKey(id))
        .map(agent -> agent.tools().get(id));
  }

  private Map<String, RegisteredTool> visible(ResolvedAgent agent, Caller who) {
    var tools = new TreeMap<>(agent.tools());
    List<Registered<ToolFilter>> filters = agent.env().at(ExtensionPoint.TOOL_FILTER);
    if (!filters.isEmpty()) {
      var context =
          new ToolFilter.Context(hook(agent, who), List.of(), List.copyOf(tools.keySet()));
      filters.forEach(filter -> narrow(tools.keySet(), filter, context));
    }
    return tools;
  }

  /** A failed filter hides everything, because its result is unknown. */
  private void narrow(
      Collection<String> ids, Registered<ToolFilter> filter, ToolFilter.Context context) {
    try {
      Optional<Set<String>> allowed =
          caller.call(
              filter,
              part ->
                  part.strength() == ToolFilter.Strength.REQUIRED
                      ? part.allow(context)
                      : Optional.empty());
      if (allowed != null) {
        allowed.ifPresent(ids::retainAll);
      }
    } catch (PluginFailure e) {
      LOG.log(
          System.Logger.Level.ERROR, "a tool filter failed, so this MCP request sees no tools", e);
      ids.clear();
    }
  }

  private static HookContext hook(ResolvedAgent agent, Caller who) {
    var run =
        new RunIdentity(new ThreadId(who.tenant(), NONE), new RunId(NONE), null, ToolAgent.ID, who);
    return new HookContext(
        run,
        agent.spec(),
        0,
        List.of(),
        Snapshot.EMPTY,
        agent.sections(),
        Optional.empty(),
        new CancellationToken());
  }
}
