package io.awaken.protocol.aisdk.routes;

import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.ResolveException;
import io.awaken.protocol.aisdk.stream.UiStreamEncoding;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/** Lists the tools that the server has, as far as they are known before a call. */
@Dependent
public class ServerTools {

  private final Supplier<RegistrySnapshot> registry;

  @Inject
  public ServerTools(Supplier<RegistrySnapshot> registry) {
    this.registry = registry;
  }

  /**
   * The encoding of one stream.
   *
   * @param agentId the agent of the run
   */
  UiStreamEncoding encoding(String agentId) {
    return new UiStreamEncoding(names(agentId)::contains);
  }

  private Set<String> names(String agentId) {
    RegistrySnapshot now = registry.get();
    var names = new HashSet<>(now.tools().keySet());
    try {
      names.addAll(AgentResolver.resolve(now, agentId).tools().keySet());
    } catch (ResolveException unknown) {
      // Its run is refused, or continues with a pinned version.
    }
    return names;
  }
}
