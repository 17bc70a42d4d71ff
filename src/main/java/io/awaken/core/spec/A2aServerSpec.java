package io.awaken.core.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A server whose agents, found by its card, become agents of this one. Fields with the names of
 * {@link RemoteEndpoint} mean the same for each of them. Immutable.
 *
 * @param id names the server, and its agent if it has only one
 * @param baseUrl its address, or that of its card
 * @param auth credentials; default none
 * @param target the only one to use of several agents; null for all
 * @param agents which of several agents to use, by their names there; default all
 * @param prefix what the names of several agents begin with here; default the id and {@code -}
 * @param timeoutMs milliseconds for one answer; default {@link RemoteEndpoint#DEFAULT_TIMEOUT_MS}
 * @param options such as {@code card_key}; default none
 */
public record A2aServerSpec(
    String id,
    String baseUrl,
    Map<String, Secret> auth,
    String target,
    Filter agents,
    String prefix,
    Long timeoutMs,
    Map<String, JsonNode> options) {

  /** The backend of its agents. */
  public static final String BACKEND = "a2a";

  /** The extension of a card whose skills are agents, each the tenant of its id. */
  public static final String AGENTS_AS_SKILLS = "urn:awaken:a2a:agents-as-skills:1";

  /** Maximum servers of a runtime. */
  public static final int MAX_SERVERS = 100;

  /** Maximum agents of a server; further ones are left out. */
  public static final int MAX_AGENTS = 256;

  public A2aServerSpec {
    auth = auth == null ? Map.of() : Map.copyOf(auth);
    agents = agents == null ? Filter.ALL : agents;
    prefix = prefix == null ? id + "-" : prefix;
    timeoutMs = timeoutMs == null ? RemoteEndpoint.DEFAULT_TIMEOUT_MS : timeoutMs;
    options = options == null ? Map.of() : Map.copyOf(options);
  }

  /** A server with every default. */
  public static A2aServerSpec of(String id, String baseUrl) {
    return new A2aServerSpec(id, baseUrl, null, null, null, null, null, null);
  }

  /**
   * Chooses agents by patterns of their names.
   *
   * @param include default all
   * @param exclude overrides {@code include}; default none
   */
  public record Filter(List<ToolPattern> include, List<ToolPattern> exclude) {

    /** Every agent. */
    public static final Filter ALL = new Filter(null, null);

    public Filter {
      include = include == null ? List.of(ToolPattern.of("*")) : List.copyOf(include);
      exclude = exclude == null ? List.of() : List.copyOf(exclude);
    }

    boolean takes(String name) {
      return include.stream().anyMatch(pattern -> pattern.matches(name))
          && exclude.stream().noneMatch(pattern -> pattern.matches(name));
    }
  }

  /**
   * An agent that a server offers.
   *
   * @param name its name among several, the tenant of its interface; null for the only one
   * @param description for people and models; may be null
   */
  public record Offer(String name, String description) {}

  /** Whether the document takes an agent that the server offers. */
  public boolean takes(Offer offer) {
    return offer.name() == null || target == null && agents.takes(offer.name());
  }

  /**
   * The offer behind the id of an agent here, as far as the document alone can say.
   *
   * @return empty when no agent of this server can have the id
   */
  public Optional<Offer> offer(String agentId) {
    var offer =
        new Offer(
            agentId.startsWith(prefix) && !agentId.equals(prefix)
                ? agentId.substring(prefix.length())
                : null,
            null);
    return agentId(offer).equals(agentId) && takes(offer) ? Optional.of(offer) : Optional.empty();
  }

  /** The id here of an agent that the server offers. */
  public String agentId(Offer offer) {
    return offer.name() == null ? id : prefix + offer.name();
  }

  /** An agent that the server offers, as one of this server. */
  public AgentSpec agent(Offer offer) {
    return AgentSpec.builder(agentId(offer), null)
        .description(offer.description())
        .endpoint(endpoint(offer.name() == null ? target : offer.name()))
        .registry(id)
        .build();
  }

  /** How to reach an agent of it; null for the one that the card names. */
  public RemoteEndpoint endpoint(String tenant) {
    return new RemoteEndpoint(BACKEND, baseUrl, auth, tenant, timeoutMs, options);
  }

  /** Omits address, credentials and options, which may contain secrets. */
  @Override
  public String toString() {
    return "A2aServerSpec[id=" + id + "]";
  }
}
