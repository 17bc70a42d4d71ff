package io.awaken.core.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * Where an agent lives that is not executed here (features rows 17, 23).
 *
 * @param backend which protocol it speaks, for example {@code a2a}
 * @param baseUrl its address, http or https
 * @param auth how we say who we are: {@code type}, and what that type asks for; default none
 * @param target which of the agents behind the address; may be null
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

  /** Milliseconds until a call fails when the document names none. */
  public static final long DEFAULT_TIMEOUT_MS = 300_000;

  public RemoteEndpoint {
    auth = auth == null ? Map.of() : Map.copyOf(auth);
    timeoutMs = timeoutMs == null ? DEFAULT_TIMEOUT_MS : timeoutMs;
    options = options == null ? Map.of() : Map.copyOf(options);
  }

  /** Without address, credentials and options: each of them may hold a secret. */
  @Override
  public String toString() {
    return "RemoteEndpoint[backend=" + backend + ", target=" + target + "]";
  }
}
