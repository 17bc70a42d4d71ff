package io.awaken.http.front;

import io.awaken.http.security.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The host names under which the server is called. A page of a foreign site can let its own name
 * point to this server (DNS rebinding) and then read every answer, since to the browser it is the
 * page's own server; the name that it sends tells. Immutable.
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
   * @throws IllegalStateException naming the setting and what is no name
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

  /** Whether every name is served. */
  public boolean any() {
    return any;
  }

  /**
   * Every host that a request names. HTTP/2 names it elsewhere, and not every server makes a header
   * of it.
   */
  static List<String> sent(HttpServletRequest request) {
    var values = request.getHeaders(FIELD);
    List<String> sent = values == null ? List.of() : Collections.list(values);
    return sent.isEmpty() && request.getProtocol().startsWith("HTTP/2")
        ? List.of(request.getServerName() + ":" + request.getServerPort())
        : sent;
  }

  /**
   * The host of a request, whether or not it is served.
   *
   * @param sent every header {@code Host}
   * @throws io.awaken.http.security.RefusedException 400 when there is not exactly one, or it is no
   *     host
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
   * Why a request with these headers {@code Host} is refused on every route: there is more than
   * one, and a gateway may have judged by another.
   */
  static Optional<Refusal> ambiguity(List<String> sent) {
    return sent.size() > 1
        ? Optional.of(refused("ambiguous_host", "the header Host is there more than once"))
        : Optional.empty();
  }

  /** The message for a header {@code Host} without a valid host. */
  public static Refusal malformed() {
    return refused("malformed_host", "the header Host names no host");
  }

  /** Why a request for this host is not served; empty when it is. */
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
