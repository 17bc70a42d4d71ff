package io.awaken.builtin.a2a;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.Backend;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.Pause;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.outbound.OutboundRequest;
import io.awaken.core.spec.A2aServerSpec;
import io.awaken.core.spec.RemoteEndpoint;
import io.awaken.core.spec.Secret;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/** Executes agents of other servers over A2A 1.0 (features rows 23, 39, 196). Thread-safe. */
public final class A2aBackend implements Backend {

  /** The value of {@code endpoint.backend}. */
  public static final String KIND = A2aServerSpec.BACKEND;

  private static final String CARD_KEY = "card_key";
  private static final String POLL = "poll_interval_ms";
  private static final long USUAL_POLL = 1_000;
  private static final long LEAST_POLL = 50;
  private static final Set<String> OPTIONS = Set.of(CARD_KEY, POLL, REQUIRES);

  private final A2aAgent.Ports ports;

  /**
   * @param http reaches only addresses that the operator allows
   * @param pause waits between polls
   * @param nanos monotonic time
   * @param clock time that all nodes share
   */
  public A2aBackend(GuardedHttp http, Pause pause, LongSupplier nanos, InstantSource clock) {
    this.ports = new A2aAgent.Ports(http, pause, nanos, clock);
  }

  A2aAgent.Ports ports() {
    return ports;
  }

  /** The cards of a server. */
  CardSource cards(A2aServerSpec server) {
    return new CardSource(ports.http(), read(server.endpoint(server.target())), ports.nanos());
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Set<Capability> profile() {
    return Set.of(Capability.CANCEL, Capability.CONTINUE, Capability.DECIDE, Capability.WAIT);
  }

  @Override
  public Optional<Mismatch> refuses(RemoteEndpoint endpoint) {
    try {
      read(endpoint);
      return Optional.empty();
    } catch (Invalid e) {
      return Optional.of(new Mismatch("endpoint." + e.field, e.getMessage()));
    }
  }

  @Override
  public LlmExecutor agent(String agentId, RemoteEndpoint endpoint) {
    long poll = poll(endpoint.options().get(POLL));
    return new A2aAgent(
        agentId,
        read(endpoint),
        ports,
        new A2aAgent.Times(Duration.ofMillis(endpoint.timeoutMs()), Duration.ofMillis(poll)));
  }

  private static CardSource.Remote read(RemoteEndpoint endpoint) {
    for (String option : endpoint.options().keySet()) {
      if (!OPTIONS.contains(option)) {
        throw new Invalid("options." + option, "does not exist; there are " + OPTIONS);
      }
    }
    poll(endpoint.options().get(POLL));
    if (endpoint.timeoutMs() < 1) {
      throw new Invalid("timeout_ms", "must be at least 1");
    }
    return new CardSource.Remote(
        base(endpoint.baseUrl()),
        endpoint.target(),
        headers(endpoint.auth()),
        cardKey(endpoint.options().get(CARD_KEY)));
  }

  private static URI base(String url) {
    URI base;
    try {
      base = URI.create(String.valueOf(url));
    } catch (IllegalArgumentException e) {
      throw new Invalid("base_url", "must be an address of http or https");
    }
    boolean web =
        "http".equalsIgnoreCase(base.getScheme()) || "https".equalsIgnoreCase(base.getScheme());
    if (!web || base.getHost() == null) {
      throw new Invalid("base_url", "must be an address of http or https");
    }
    // It is stored with the runs, so it must not contain credentials.
    if (base.getRawUserInfo() != null || base.getRawQuery() != null) {
      throw new Invalid("base_url", "must have neither user nor query; use auth");
    }
    return base;
  }

  private static Map<String, String> headers(Map<String, Secret> auth) {
    String type = auth.isEmpty() ? "none" : value(auth, "type");
    return switch (type) {
      case "none" -> Map.of();
      case "bearer" -> header("Authorization", "Bearer " + value(auth, "token"), "auth.token");
      case "basic" -> {
        String pair = value(auth, "username") + ":" + value(auth, "password");
        byte[] bytes = pair.getBytes(StandardCharsets.UTF_8);
        yield header(
            "Authorization", "Basic " + Base64.getEncoder().encodeToString(bytes), "auth.password");
      }
      case "header" -> header(value(auth, "name"), value(auth, "value"), "auth.value");
      default -> throw new Invalid("auth.type", "must be none, bearer, basic or header");
    };
  }

  private static Map<String, String> header(String name, String value, String field) {
    if (!OutboundRequest.sendable(name, value)) {
      throw new Invalid(field, "cannot be sent as a header");
    }
    return Map.of(name, value);
  }

  private static String value(Map<String, Secret> auth, String field) {
    Secret value = auth.get(field);
    if (value == null || value.reveal() == null) {
      throw new Invalid("auth." + field, "is missing");
    }
    return value.reveal();
  }

  private static PublicKey cardKey(JsonNode pem) {
    if (pem == null || pem.isNull()) {
      return null;
    }
    try {
      return CardSignature.key(pem.asText());
    } catch (IllegalArgumentException e) {
      throw new Invalid("options." + CARD_KEY, "must be a public key in PEM: EC, RSA or Ed25519");
    }
  }

  private static long poll(JsonNode millis) {
    if (millis == null || millis.isNull()) {
      return USUAL_POLL;
    }
    if (!millis.canConvertToLong() || millis.asLong() < LEAST_POLL) {
      throw new Invalid("options." + POLL, "must be at least " + LEAST_POLL);
    }
    return millis.asLong();
  }

  /** A field of an endpoint is invalid. */
  private static final class Invalid extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String field;

    private Invalid(String field, String reason) {
      super(reason);
      this.field = field;
    }
  }
}
