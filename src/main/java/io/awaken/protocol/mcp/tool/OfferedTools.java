package io.awaken.protocol.mcp.tool;

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
 * The tools that clients may call without an agent, as far as a caller may know of them: what a
 * required filter of a plugin hides from the caller is not there (S15). Thread-safe.
 */
public final class OfferedTools {

  private static final System.Logger LOG = System.getLogger(OfferedTools.class.getName());

  /** Before a call there is no conversation and no run. */
  private static final String NONE = "none";

  private final Supplier<RegistrySnapshot> registry;
  private final PartCaller caller;

  /** The snapshot that was last found to have no such agent that works. */
  private volatile RegistrySnapshot refused;

  /** Which arguments of tools stand in headers too, of one snapshot. */
  private volatile Headers headers = new Headers(null);

  /** The names that agents have taken from tools, as last told. */
  private volatile Set<String> taken = Set.of();

  /**
   * @param caller calls the filters of plugins
   */
  public OfferedTools(Supplier<RegistrySnapshot> registry, PartCaller caller) {
    this.registry = registry;
    this.caller = caller;
  }

  /** The agent that calls them; empty when none is offered, or it cannot be put together. */
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

  /** Those that a caller may know of, by id and in the order of the ids. */
  public Map<String, RegisteredTool> of(Caller who) {
    return agent().map(agent -> visible(agent, who)).orElse(Map.of());
  }

  /**
   * The same without those whose names others have; who is not offered is named in the log once.
   *
   * @param names that agents have
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

  /** By the ids of the tools. */
  private record Headers(RegistrySnapshot of, Map<String, HeaderParameters> known) {
    Headers(RegistrySnapshot of) {
      this(of, new ConcurrentHashMap<>());
    }
  }

  /**
   * The arguments of a tool that a request since 2026-07-28 repeats in headers.
   *
   * @throws IllegalArgumentException when the tool's schema says something about that which it must
   *     not
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

  /** The tool of this id, if the caller may know of it. */
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

  /** A filter that fails hides everything: nobody knows what it would have hidden. */
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
          System.Logger.Level.ERROR,
          "a filter of tools failed, so this request of an MCP client sees none",
          e);
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
