package io.awaken.http.security.client;

import io.awaken.core.network.Addresses;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Determines where requests come from. Forwarding headers are read only if the connection comes
 * from a trusted proxy; their presence always counts. Immutable.
 */
public final class ClientOrigins {

  /** Longest chain of proxies. */
  private static final int MAX_HOPS = 32;

  private static final Set<String> SCHEMES = Set.of("http", "https");

  private final TrustedProxies proxies;

  public ClientOrigins(TrustedProxies proxies) {
    this.proxies = proxies;
  }

  public ClientOrigin of(HttpServletRequest sent) {
    return of(
        sent.getRemoteAddr(),
        sent.getLocalAddr(),
        Collections.list(sent.getHeaderNames()),
        name -> Collections.list(sent.getHeaders(name)));
  }

  /**
   * @param remote the connection's remote address, as the server reports it
   * @param local the address at which it arrived
   * @param names of all headers
   * @param values the lines of a header, by its name in lower case; empty without it
   */
  public ClientOrigin of(
      String remote,
      String local,
      Collection<String> names,
      Function<String, List<String>> values) {
    Optional<InetAddress> peer = Addresses.parse(remote);
    boolean loopback = isLoopback(peer) && isLoopback(Addresses.parse(local));
    if (peer.isEmpty()) {
      return new ClientOrigin(null, false);
    }
    if (!proxies.contains(peer.get())) {
      return new ClientOrigin(peer.get(), loopback && !ForwardingHeaders.any(names));
    }
    Optional<InetAddress> client = client(ForwardingHeaders.chains(values));
    boolean here = loopback && isLoopback(client) && !ForwardingHeaders.anyUnread(names);
    return new ClientOrigin(client.orElse(peer.get()), here);
  }

  /**
   * The client's scheme, {@code http} or {@code https}, from trusted proxies; empty when none
   * reports it or several disagree.
   *
   * @param remote the connection's remote address, as the server reports it
   * @param values the lines of a header, by its name in lower case
   */
  public Optional<String> scheme(String remote, Function<String, List<String>> values) {
    if (Addresses.parse(remote).filter(proxies::contains).isEmpty()) {
      return Optional.empty();
    }
    Set<String> schemes = ForwardingHeaders.schemes(values);
    return schemes.size() == 1
        ? Optional.of(schemes.iterator().next()).filter(SCHEMES::contains)
        : Optional.empty();
  }

  /**
   * The client named by trusted proxies. A proxy may pass on headers that it did not write, so all
   * of them must agree.
   */
  private Optional<InetAddress> client(List<List<String>> chains) {
    Set<Optional<InetAddress>> beyond = new HashSet<>();
    Set<Optional<InetAddress>> within = new HashSet<>();
    for (List<String> chain : chains) {
      Optional<InetAddress> first = firstUntrusted(chain);
      boolean trusted = first.filter(proxies::contains).isPresent();
      (trusted ? within : beyond).add(first);
    }
    Set<Optional<InetAddress>> named = beyond.isEmpty() ? within : beyond;
    return named.size() == 1 ? named.iterator().next() : Optional.empty();
  }

  /**
   * The nearest untrusted address: anyone may have written those before it. If all are trusted, the
   * first one.
   */
  private Optional<InetAddress> firstUntrusted(List<String> chain) {
    Optional<InetAddress> at = Optional.empty();
    for (int i = chain.size() - 1; i >= 0; i--) {
      at = Addresses.parse(chain.get(i));
      if (chain.size() - i > MAX_HOPS || at.isEmpty()) {
        return Optional.empty();
      }
      if (!proxies.contains(at.get())) {
        return at;
      }
    }
    return at;
  }

  private static boolean isLoopback(Optional<InetAddress> address) {
    return address.filter(InetAddress::isLoopbackAddress).isPresent();
  }
}
