package io.awaken.http.security.client;

import io.awaken.core.network.Addresses;
import java.net.InetAddress;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Finds out where requests come from. What forwarding headers say counts only when the connection
 * comes from a proxy that is trusted; their presence always counts. Immutable.
 */
public final class ClientOrigins {

  /** More proxies in a row than any installation has. */
  private static final int MAX_HOPS = 32;

  private static final Set<String> SCHEMES = Set.of("http", "https");

  private final TrustedProxies proxies;

  public ClientOrigins(TrustedProxies proxies) {
    this.proxies = proxies;
  }

  /**
   * @param remote the address from which the connection comes, as the server reports it
   * @param local the address at which it arrived
   * @param names of all headers
   * @param values the lines of a header, by its name in lower case; none when it is not there
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
   * Whether clients use {@code http} or {@code https}, as a trusted proxy tells it; empty when no
   * trusted one does, or several tell different things.
   *
   * @param remote the address from which the connection comes, as the server reports it
   * @param values the lines of a header, by its name in lower case
   */
  public Optional<String> scheme(String remote, Function<String, List<String>> values) {
    if (Addresses.parse(remote).filter(proxies::contains).isEmpty()) {
      return Optional.empty();
    }
    Set<String> told = ForwardingHeaders.schemes(values);
    return told.size() == 1
        ? Optional.of(told.iterator().next()).filter(SCHEMES::contains)
        : Optional.empty();
  }

  /**
   * The client that a trusted proxy names. A proxy may pass headers on that it does not write
   * itself, so all that are there must agree.
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
   * The nearest that is no trusted proxy: what is told before it, anyone may have written. Where
   * all are trusted, the one where it began.
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
