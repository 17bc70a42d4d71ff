package io.awaken.core.agent;

import io.awaken.core.agent.AgentResolver.AgentTools;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reuses resolved agents of the previous snapshot. An agent is unchanged when its document, models,
 * executors and plugins are, and the agents that its sections may name; if only its tools have
 * changed, it is derived from the earlier one.
 */
final class UnchangedAgents {

  private final RegistrySnapshot earlier;
  private final RegistrySnapshot next;
  private final Set<String> changedTools;
  private final boolean fewerAgents;

  private UnchangedAgents(RegistrySnapshot earlier, RegistrySnapshot next) {
    this.earlier = earlier;
    this.next = next;
    this.changedTools = changedTools(earlier.tools(), next.tools());
    this.fewerAgents = !next.agents().keySet().containsAll(earlier.agents().keySet());
  }

  /** The agents of the next snapshot that need no resolution. */
  static Map<String, ResolvedAgent> of(RegistrySnapshot earlier, RegistrySnapshot next) {
    boolean comparable =
        earlier.plugins() == next.plugins()
            && earlier.ports() == next.ports()
            && earlier.pinned() == null
            && next.pinned() == null;
    return comparable ? new UnchangedAgents(earlier, next).agents() : Map.of();
  }

  private Map<String, ResolvedAgent> agents() {
    var same = new HashMap<String, ResolvedAgent>();
    earlier.resolved().forEach((id, agent) -> of(agent).ifPresent(as -> same.put(id, as)));
    return same;
  }

  private Optional<ResolvedAgent> of(ResolvedAgent agent) {
    AgentSpec spec = agent.spec();
    boolean same =
        spec.equals(next.agents().get(spec.id()))
            && AgentModels.ids(spec).stream().allMatch(this::isSameModel)
            && spec.delegates().stream().allMatch(this::isSameAgent)
            && (!fewerAgents || spec.configuration().isEmpty());
    if (!same) {
      return Optional.empty();
    }
    boolean other = spec.endpoint() == null && changedTools.stream().anyMatch(spec::mayUse);
    return other ? withTools(agent) : Optional.of(agent);
  }

  /** A tool that calls a delegate shows its description. */
  private boolean isSameAgent(String id) {
    return Objects.equals(next.agents().get(id), earlier.agents().get(id));
  }

  private boolean isSameModel(String id) {
    List<ModelSpec> behind = next.modelsBehind(id);
    return !behind.isEmpty()
        && Objects.equals(next.pools().get(id), earlier.pools().get(id))
        && behind.equals(earlier.modelsBehind(id))
        && behind.stream()
            .map(ModelSpec::providerId)
            .allMatch(
                provider -> next.executors().get(provider) == earlier.executors().get(provider));
  }

  /** Empty when the tools conflict; requests for the agent are then refused. */
  private Optional<ResolvedAgent> withTools(ResolvedAgent agent) {
    try {
      AgentPlugins plugins = AgentPlugins.of(next.plugins(), agent.spec(), List.of());
      var tools = AgentTools.of(next, plugins.behaving(), agent.spec());
      return Optional.of(
          new ResolvedAgent(
              agent.spec(),
              agent.model(),
              agent.executor(),
              Collections.unmodifiableMap(tools),
              tools.values().stream().map(RegisteredTool::descriptor).toList(),
              agent.env(),
              agent.sections()));
    } catch (ResolveException e) {
      return Optional.empty();
    }
  }

  private static Set<String> changedTools(
      Map<String, RegisteredTool> earlier, Map<String, RegisteredTool> next) {
    var ids = new TreeSet<>(earlier.keySet());
    ids.addAll(next.keySet());
    ids.removeIf(id -> Objects.equals(earlier.get(id), next.get(id)));
    return ids;
  }
}
