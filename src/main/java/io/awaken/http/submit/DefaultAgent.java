package io.awaken.http.submit;

import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.run.Ids;
import io.awaken.core.run.InvalidId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.http.security.Refusal;
import java.util.List;
import java.util.function.Supplier;

/**
 * Chooses the agent of a request that names none: the one that {@code awaken.default-agent} names,
 * else the one called {@code default}, else the only one there is. Thread-safe.
 */
public final class DefaultAgent {

  /** The agent that is taken where the setting names none. */
  public static final String USUAL = "default";

  private final Supplier<RegistrySnapshot> registry;
  private final String configured;

  /**
   * @param registry the agents there are now
   * @param configured the setting; null where it names none
   */
  public DefaultAgent(Supplier<RegistrySnapshot> registry, String configured) {
    this.registry = registry;
    this.configured = configured;
  }

  /**
   * The agent that a request names, else the default.
   *
   * @param named null for a request that names none
   * @param names of the fields, for refusals
   * @throws io.awaken.http.security.RefusedException 400 when what is named cannot be an id, or
   *     when nothing is named and there is no default
   */
  public String of(String named, FieldNames names) {
    if (named != null) {
      return checked(named, names);
    }
    if (configured != null) {
      return configured;
    }
    List<AgentSpec> agents = registry.get().agentList();
    if (agents.stream().anyMatch(agent -> agent.id().equals(USUAL))) {
      return USUAL;
    }
    if (agents.size() == 1) {
      return agents.getFirst().id();
    }
    String field = names.agent();
    throw Refusal.invalid(field, field + " is required: the server has no default agent")
        .exception();
  }

  private static String checked(String named, FieldNames names) {
    try {
      Ids.check(names.agent(), named);
      return named;
    } catch (InvalidId invalid) {
      throw Refusals.thrown(invalid, names);
    }
  }
}
