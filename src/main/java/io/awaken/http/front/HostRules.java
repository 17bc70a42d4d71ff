package io.awaken.http.front;

import io.awaken.http.security.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The host names under which the server may be called. A foreign site can point its own name to
 * this server (DNS rebinding) and read every answer, since the browser considers it the site's own
 * server; the host name in the request reveals that. Immutable.
 */
public final class HostRules {

  /** The setting with the names. */
  public static final String SETTING = "awaken.http.hosts";

  private static final String ANY = "*";
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final String FIELD = "Host";

  private final Set<Authority> served;
  private final boolean any;

  private HostRules(Set<Authority> served, boolean any) {
    this.served = Set.copyOf(served);
    this.any = any;
  }

  /**
   * @param names names or addresses, each with or without a port, beside those of the loopback
   *     interface; {@code *} for any
   * @throws IllegalStateException naming the setting and the invalid name
   */
  public static HostRules of(Set<String> names) {
    var served = new HashSet<Authority>();
    LOOPBACK.forEach(name -> Authority.parse(name).ifPresent(served::add));
    for (String name : names) {
      if (!name.equals(ANY)) {
        served.add(Authority.parse(name).orElseThrow(() -> noName(name)));
      }
    }
    return new HostRules(served, names.contains(ANY));
  }

  private static IllegalStateException noName(String text) {
    return new IllegalStateException(
        "%s has '%s' but must name hosts, such as agents.example, agents.example:8443, 10.0.0.7 or"
                .formatted(SETTING, text)
            + " [fd00::7], separated by commas");
  }

  /** Whether every host name is accepted. */
  public boolean any() {
    return any;
  }

  /**
   * Every host that a request names. HTTP/2 names it outside of the headers, and not every server
   * adds one.
   */
  static List<String> sent(HttpServletRequest request) {
    var values = request.getHeaders(FIELD);
    List<String> sent = values == null ? List.of() : Collections.list(values);
    return sent.isEmpty() && request.getProtocol().startsWith("HTTP/2")
        ? List.of(request.getServerName() + ":" + request.getServerPort())
        : sent;
  }

  /**
   * The host of a request, accepted or not.
   *
   * @param sent every header {@code Host}
   * @throws io.awaken.http.security.RefusedException 400 when there is not exactly one, or it is
   *     invalid
   */
  Authority host(List<String> sent) {
    if (sent.isEmpty()) {
      throw refused("missing_host", "the header Host is missing").exception();
    }
    Optional<Refusal> ambiguity = ambiguity(sent);
    if (ambiguity.isPresent()) {
      throw ambiguity.get().exception();
    }
    return Authority.parse(sent.getFirst()).orElseThrow(() -> malformed().exception());
  }

  /**
   * Refuses a request with several {@code Host} headers on every route: a gateway may have checked
   * another one than the server.
   */
  static Optional<Refusal> ambiguity(List<String> sent) {
    return sent.size() > 1
        ? Optional.of(refused("ambiguous_host", "the request has several Host headers"))
        : Optional.empty();
  }

  /** The refusal of an invalid header {@code Host}. */
  public static Refusal malformed() {
    return refused("malformed_host", "the header Host names no host");
  }

  /** Why a request for this host is refused; empty if it is accepted. */
  Optional<Refusal> check(Authority host) {
    boolean allowed =
        any || served.contains(host) || served.contains(new Authority(host.host(), -1));
    return allowed
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                421,
                "unknown_host",
                "the server is not configured for the host of this request; the setting "
                    + SETTING
                    + " lists the names and addresses that clients use, beside those of the"
                    + " loopback interface",
                FIELD,
                null));
  }

  private static Refusal refused(String code, String message) {
    return Refusal.bad(code, message).about(FIELD);
  }
}
