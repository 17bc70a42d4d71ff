package io.awaken.core.outbound;

import io.awaken.core.network.Addresses;
import java.net.InetAddress;
import java.net.URI;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which addresses may be reached that others than the operator choose: {@code https}, on certain
 * ports, of machines on the public network; and what the operator allows beside that. Immutable.
 */
public final class TargetRules {

  /** Another way to write an IPv4 address, which not all resolvers read alike. */
  private static final Pattern NUMBER_AT_END = Pattern.compile("(.*\\.)?(\\d+|0x[0-9a-f]*)");

  /** Reserved for networks that are not the public one (RFC 6762, RFC 8375, and by ICANN). */
  private static final Pattern PRIVATE_NAME =
      Pattern.compile("(.*\\.)?(local|internal|home\\.arpa)");

  private final boolean plainHttp;
  private final Set<Integer> ports;
  private final List<AllowedTarget> allowed;

  private TargetRules(boolean plainHttp, Set<Integer> ports, List<AllowedTarget> allowed) {
    this.plainHttp = plainHttp;
    this.ports = ports;
    this.allowed = allowed;
  }

  /**
   * @param plainHttp whether {@code http} is allowed for all; targets that are allowed by name may
   *     always have it
   * @param ports the ports that are allowed for all, as text
   * @param allowed names ({@code hooks.example}, {@code hooks.example:8443}, {@code *.example}),
   *     addresses and blocks ({@code 10.1.0.0/16}) that may be reached wherever they are
   * @throws IllegalArgumentException naming what cannot be read
   */
  public static TargetRules of(
      boolean plainHttp, Collection<String> ports, Collection<String> allowed) {
    var numbers = new HashSet<Integer>();
    for (String port : ports) {
      if (!port.matches("[1-9][0-9]{0,4}") || Integer.parseInt(port) > 0xFFFF) {
        throw new IllegalArgumentException("'" + port + "' is no port");
      }
      numbers.add(Integer.parseInt(port));
    }
    return new TargetRules(
        plainHttp,
        Set.copyOf(numbers),
        allowed.stream()
            .map(
                text ->
                    AllowedTarget.parse(text)
                        .orElseThrow(
                            () ->
                                new IllegalArgumentException(
                                    "'" + text + "' is no name, address or block")))
            .toList());
  }

  /**
   * Makes the checks that need no name resolution; an address in text is checked as a whole.
   *
   * @throws AddressRefused with the reason, fit for the author of the address
   */
  public void check(URI address) throws AddressRefused {
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new AddressRefused("an address must begin with https://");
    }
    if (address.getHost() == null || address.getHost().contains("%")) {
      throw new AddressRefused("the address must name a host");
    }
    if (address.getRawUserInfo() != null) {
      throw new AddressRefused("the address must not name a user");
    }
    Route route = Route.direct(address);
    String host = name(route.host());
    Optional<InetAddress> literal = Addresses.parse(host);
    if (literal.isEmpty() && NUMBER_AT_END.matcher(host).matches()) {
      throw refused(host);
    }
    if (scheme.equals("http") && !plainHttp && !allowed(host, literal)) {
      throw new AddressRefused("the address must begin with https://");
    }
    if (!portAllowed(host, route.port())) {
      throw new AddressRefused("port " + route.port() + " is not allowed");
    }
    if (local(host) && !allowed(host, literal)) {
      throw refused(host);
    }
    if (literal.isPresent()) {
      check(host, List.of(literal.get()));
    }
  }

  /**
   * Checks an address that another server resolves and fetches, such as that of an image which a
   * model provider reads. Beside what {@link #check(URI)} refuses, these are names that only a
   * private network resolves, where the operator does not allow them.
   *
   * @throws AddressRefused with the reason, fit for the author of the address
   */
  public void checkForOthers(URI address) throws AddressRefused {
    check(address);
    String host = name(Route.direct(address).host());
    boolean privateName = host.indexOf('.') < 0 || PRIVATE_NAME.matcher(host).matches();
    if (Addresses.parse(host).isEmpty() && privateName && !named(host)) {
      throw refused(host);
    }
  }

  /** Checks every address that a name was resolved to: one that must not be reached refuses all. */
  void check(String host, List<InetAddress> addresses) throws AddressRefused {
    boolean byName = named(name(host));
    for (InetAddress address : addresses) {
      boolean reachable =
          PublicNetworks.contain(address)
              || !PublicNetworks.metadata(address) && (byName || contains(address));
      if (!reachable) {
        throw refused(host);
      }
    }
  }

  private boolean portAllowed(String host, int port) {
    return ports.contains(port)
        || allowed.stream().anyMatch(target -> target.names(host) && target.port() == port);
  }

  private boolean allowed(String host, Optional<InetAddress> literal) {
    return named(host) || literal.isPresent() && contains(literal.get());
  }

  private boolean named(String host) {
    return allowed.stream().anyMatch(target -> target.names(host));
  }

  private boolean contains(InetAddress address) {
    return allowed.stream().anyMatch(target -> target.contains(address));
  }

  private static boolean local(String host) {
    return host.equals("localhost") || host.endsWith(".localhost");
  }

  /** In lower case and without the dot of the root. */
  private static String name(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }

  private static AddressRefused refused(String host) {
    return new AddressRefused(host + " is not a host of the public network");
  }
}
