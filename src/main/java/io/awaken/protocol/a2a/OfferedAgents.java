package io.awaken.protocol.a2a;

import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.Exposure;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedException;
import io.awaken.http.submit.DefaultAgent;
import io.awaken.http.submit.FieldNames;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.List;
import java.util.function.Supplier;

/** Agents with {@code expose: a2a}; each is a tenant of the interface. Thread-safe. */
@Dependent
public class OfferedAgents {

  private final Supplier<RegistrySnapshot> registry;
  private final DefaultAgent usual;

  @Inject
  public OfferedAgents(Supplier<RegistrySnapshot> registry, DefaultAgent usual) {
    this.registry = registry;
    this.usual = usual;
  }

  /** All of them. */
  List<AgentSpec> all() {
    return registry.get().agentList().stream()
        .filter(agent -> agent.expose().contains(Exposure.A2A))
        .toList();
  }

  /**
   * The agent of a tenant.
   *
   * @param tenant null for the default agent, or the first if that one is not offered
   * @throws RefusedException 404 for an unknown one and for one that is not offered
   */
  AgentSpec of(String tenant) {
    List<AgentSpec> all = all();
    String id = tenant == null ? defaultId(all) : tenant;
    return all.stream()
        .filter(agent -> agent.id().equals(id))
        .findFirst()
        .orElseThrow(() -> Refusal.notFound("agent", tenant == null ? "default" : id).exception());
  }

  private String defaultId(List<AgentSpec> all) {
    String first = all.isEmpty() ? null : all.getFirst().id();
    try {
      String id = usual.of(null, FieldNames.NATIVE);
      return all.stream().anyMatch(agent -> agent.id().equals(id)) ? id : first;
    } catch (RefusedException none) {
      return first;
    }
  }
}
