package io.awaken.http.submit;

import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.InvalidId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.store.run.RunStore;
import io.awaken.http.security.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Chooses the agent of a request that names none: the one in {@code awaken.default-agent}, else the
 * one called {@code default}, else the only one. Thread-safe.
 */
public final class DefaultAgent {

  /** The default agent unless the setting names one. */
  public static final String USUAL = "default";

  private final Supplier<RegistrySnapshot> registry;
  private final String configured;

  /**
   * @param registry supplies the current agents
   * @param configured the setting; null if unset
   */
  public DefaultAgent(Supplier<RegistrySnapshot> registry, String configured) {
    this.registry = registry;
    this.configured = configured;
  }

  /**
   * The agent that a request names, else the default.
   *
   * @param named null if the request names none
   * @param names of the fields, for refusals
   * @throws io.awaken.http.security.RefusedException 400 when the named agent is not a valid id, or
   *     when none is named and there is no default
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

  /**
   * The agent that a request names, else that of the thread's latest run if the caller can see it.
   *
   * @throws io.awaken.http.security.RefusedException 400 when there is none, or its id is invalid
   */
  public static String ofThread(
      String named, ThreadRecord thread, RunStore runs, Caller caller, FieldNames names) {
    if (named != null) {
      return checked(named, names);
    }
    return Optional.ofNullable(thread.latestRunId())
        .flatMap(runs::find)
        .filter(run -> run.readableBy(caller))
        .map(RunRecord::agentId)
        .orElseThrow(() -> Refusal.missing(names.agent()).exception());
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
