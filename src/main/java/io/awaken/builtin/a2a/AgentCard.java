package io.awaken.builtin.a2a;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.A2aServerSpec;
import io.awaken.core.spec.A2aServerSpec.Offer;
import io.awaken.core.text.ForeignText;
import io.awaken.core.text.ShownText;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a client needs of an agent card (A2A 1.0, 4.4). Immutable.
 *
 * @param version the agent's, as the card says it, for operators; null for none
 * @param streaming whether the agent streams
 * @param target the interface to use
 * @param offers the agents behind it: its skills if they are agents, else the tenants of its
 *     interfaces if there are several, else one; their descriptions are without hidden characters
 */
record AgentCard(String version, boolean streaming, Interface target, List<Offer> offers) {

  private static final String VERSION = "protocolVersion";
  private static final int MAX_DESCRIPTION = 1_000;
  private static final int MAX_VERSION = 64;

  /** The bindings that this client speaks. */
  enum Binding {
    JSON_RPC,
    HTTP_JSON;

    private static Optional<Binding> of(String name) {
      return switch (name) {
        case "JSONRPC" -> Optional.of(JSON_RPC);
        case "HTTP+JSON" -> Optional.of(HTTP_JSON);
        default -> Optional.empty();
      };
    }
  }

  /**
   * An interface of an agent.
   *
   * @param tenant the agent among several at the address; empty for none
   */
  record Interface(URI url, Binding binding, String tenant) {}

  /**
   * Reads a card and chooses its first interface of A2A 1 in a binding of this client.
   *
   * @param tenant the tenant to use instead of that of the interface; null for the latter. An
   *     interface for exactly this tenant is preferred
   * @throws CardRefused when it has none
   */
  static AgentCard read(ObjectNode card, String tenant) throws CardRefused {
    Interface chosen = null;
    for (JsonNode each : card.path("supportedInterfaces")) {
      Optional<Binding> binding = Binding.of(each.path("protocolBinding").asText());
      if (binding.isPresent() && isVersion1(each.path(VERSION).asText())) {
        String own = each.path("tenant").asText("");
        boolean exact = tenant != null && tenant.equals(own);
        if (chosen == null || exact) {
          chosen = new Interface(url(each), binding.get(), tenant == null ? own : tenant);
        }
        if (exact || tenant == null) {
          break;
        }
      }
    }
    if (chosen == null) {
      throw unusable(card);
    }
    String version = ForeignText.line(card.path("version").asText(""), MAX_VERSION);
    return new AgentCard(
        version.isEmpty() ? null : version,
        card.path("capabilities").path("streaming").asBoolean(),
        chosen,
        offers(card, tenant));
  }

  private static List<Offer> offers(ObjectNode card, String tenant) {
    boolean ofSkills = false;
    for (JsonNode extension : card.path("capabilities").path("extensions")) {
      ofSkills |= extension.path("uri").asText().equals(A2aServerSpec.AGENTS_AS_SKILLS);
    }
    Map<String, String> named = new LinkedHashMap<>();
    String own = description(card);
    if (ofSkills) {
      card.path("skills").forEach(each -> named.put(each.path("id").asText(), description(each)));
    } else {
      for (JsonNode each : card.path("supportedInterfaces")) {
        if (each.path("tenant").isTextual() && isVersion1(each.path(VERSION).asText())) {
          named.put(each.get("tenant").textValue(), own);
        }
      }
    }
    return tenant != null || !ofSkills && named.size() < 2
        ? List.of(new Offer(null, named.getOrDefault(tenant, own)))
        : named.entrySet().stream().map(e -> new Offer(e.getKey(), e.getValue())).toList();
  }

  /** Null without one. */
  private static String description(JsonNode of) {
    String text = ShownText.of(of.path("description").asText("")).strip();
    return text.isEmpty() ? null : text.substring(0, Math.min(text.length(), MAX_DESCRIPTION));
  }

  private static boolean isVersion1(String version) {
    return version.equals("1") || version.startsWith("1.");
  }

  /** Cards of A2A 0.3 have the version beside {@code url}. */
  private static CardRefused unusable(ObjectNode card) {
    boolean older = card.path(VERSION).asText().startsWith("0.");
    for (JsonNode each : card.path("supportedInterfaces")) {
      older |= each.path(VERSION).asText().startsWith("0.");
    }
    return older
        ? new CardRefused("version_not_supported", "its card offers A2A 0.3 only, not 1.0")
        : new CardRefused(
            "no_interface", "its card offers A2A 1.0 neither over JSONRPC nor over HTTP+JSON");
  }

  private static URI url(JsonNode of) throws CardRefused {
    try {
      URI url = URI.create(of.path("url").asText());
      boolean web =
          "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
      if (web && url.getHost() != null && url.getRawUserInfo() == null) {
        return url;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw new CardRefused("card_invalid", "url of an interface in its card is no web address");
  }

  /** A card cannot be used. The message names why, in this server's own words. */
  static final class CardRefused extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * @param code for programs
     */
    CardRefused(String code, String message) {
      super(code + ": " + message);
    }
  }
}
