package io.awaken.core.agent;

import io.awaken.core.spec.A2aServerSpec;
import io.awaken.core.spec.A2aServerSpec.Offer;
import io.awaken.core.spec.AgentSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Agents of other servers: the servers of the documents, and what each of them offers as far as it
 * was reached. Immutable.
 *
 * @param servers in the order of their ids
 * @param offers by id of the server
 */
public record RemoteAgents(List<A2aServerSpec> servers, Map<String, List<Offer>> offers) {

  /** No servers. */
  public static final RemoteAgents NONE = new RemoteAgents(List.of(), Map.of());

  public RemoteAgents {
    servers = List.copyOf(servers);
    offers = Map.copyOf(offers);
  }

  /** A copy with other documents. */
  public RemoteAgents with(List<A2aServerSpec> documents) {
    return new RemoteAgents(documents, offers);
  }

  /** A copy with what a server offers now. */
  public RemoteAgents offering(String server, List<Offer> offered) {
    var all = new TreeMap<>(offers);
    all.put(server, offered);
    return new RemoteAgents(servers, all);
  }

  /**
   * The agent that has this id, or will have it when its server is reached: enough to call it.
   *
   * @return empty when no server can have it
   */
  Optional<AgentSpec> expected(String agentId) {
    return servers.stream()
        .flatMap(server -> server.offer(agentId).map(server::agent).stream())
        .findFirst();
  }

  /**
   * The agents of this server and of others. Delegates are there before their servers are reached,
   * so that an agent does not depend on the servers of its delegates.
   *
   * @param own agents of this server; they keep their ids
   */
  Map<String, AgentSpec> beside(Map<String, AgentSpec> own) {
    var all = new TreeMap<>(own);
    if (!servers.isEmpty()) {
      eachOffer((server, offer) -> all.putIfAbsent(server.agentId(offer), server.agent(offer)));
      own.values().stream()
          .flatMap(agent -> agent.delegates().stream())
          .filter(id -> !all.containsKey(id))
          .forEach(id -> expected(id).ifPresent(agent -> all.put(id, agent)));
    }
    return all;
  }

  /** Why offered agents are left out, naming both. */
  List<String> refused(Map<String, AgentSpec> own) {
    var refused = new ArrayList<String>();
    Map<String, String> taken = new TreeMap<>();
    eachOffer(
        (server, offer) -> {
          String id = server.agentId(offer);
          String other =
              own.containsKey(id) ? "an agent of this server" : taken.putIfAbsent(id, server.id());
          if (other != null) {
            refused.add(
                "the agent %s of the A2A server %s is left out: its id is taken by %s"
                    .formatted(id, server.id(), own.containsKey(id) ? other : "one of " + other));
          }
        });
    return refused;
  }

  private void eachOffer(BiConsumer<A2aServerSpec, Offer> action) {
    for (A2aServerSpec server : servers) {
      offers.getOrDefault(server.id(), List.of()).stream()
          .filter(server::takes)
          .forEach(offer -> action.accept(server, offer));
    }
  }
}
