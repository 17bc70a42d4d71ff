package io.awaken.core.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Objects;

/**
 * The endpoint of a remote agent (features rows 17, 23).
 *
 * @param backend its protocol, for example {@code a2a}
 * @param baseUrl its address, http or https
 * @param auth authentication: {@code type}, and the fields of that type; default none
 * @param target the agent at the address; may be null
 * @param timeoutMs milliseconds until a call fails; default 300,000
 * @param options settings of the backend, such as {@code poll_interval_ms}; default none
 */
public record RemoteEndpoint(
    String backend,
    String baseUrl,
    Map<String, Secret> auth,
    String target,
    Long timeoutMs,
    Map<String, JsonNode> options) {

  /** The default timeout of a call in milliseconds. */
  public static final long DEFAULT_TIMEOUT_MS = 300_000;

  public RemoteEndpoint {
    auth = auth == null ? Map.of() : Map.copyOf(auth);
    timeoutMs = timeoutMs == null ? DEFAULT_TIMEOUT_MS : timeoutMs;
    options = options == null ? Map.of() : Map.copyOf(options);
  }

  /** A copy with these credentials. */
  public RemoteEndpoint withAuth(Map<String, Secret> credentials) {
    return new RemoteEndpoint(backend, baseUrl, credentials, target, timeoutMs, options);
  }

  /** Whether another endpoint has the same agent, so that credentials may be sent to either. */
  public boolean sameAgent(RemoteEndpoint other) {
    return other != null
        && Objects.equals(backend, other.backend)
        && Objects.equals(baseUrl, other.baseUrl)
        && Objects.equals(target, other.target);
  }

  /** Omits address, credentials and options, which may contain secrets. */
  @Override
  public String toString() {
    return "RemoteEndpoint[backend=" + backend + ", target=" + target + "]";
  }
}
