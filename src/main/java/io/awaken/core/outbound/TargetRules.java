package io.awaken.core.outbound;

import io.awaken.core.network.AddressBlock;
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
 * The rules for addresses that the operator did not choose: {@code https} on certain ports of the
 * public network, and the operator's exceptions. Immutable.
 */
public final class TargetRules {

  /** Other notations of IPv4 addresses, which resolvers interpret differently. */
  private static final Pattern NUMBER_AT_END = Pattern.compile("(.*\\.)?(\\d+|0x[0-9a-f]*)");

  /** Reserved for private networks (RFC 6762, RFC 8375, and by ICANN). */
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
   * @param plainHttp whether {@code http} is allowed for all; targets allowed by name may always
   *     use it
   * @param ports ports allowed for all, as text
   * @param allowed names ({@code hooks.example}, {@code hooks.example:8443}, {@code *.example}),
   *     addresses and blocks ({@code 10.1.0.0/16}) that are allowed on any network
   * @throws IllegalArgumentException naming the invalid entry
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
   * Makes the checks that need no name resolution; an address literal is checked completely.
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
    ConnectionRoute route = ConnectionRoute.direct(address);
    String host = name(route.host());
    Optional<InetAddress> literal = Addresses.parse(host);
    boolean never = literal.isPresent() && PublicNetworks.metadata(literal.get());
    if (never || literal.isEmpty() && NUMBER_AT_END.matcher(host).matches()) {
      throw new AddressRefused(notPublic(host));
    }
    if (scheme.equals("http") && !plainHttp && !allowed(host, literal)) {
      throw new AddressRefused("the address must begin with https://" + allowedBy(host));
    }
    if (!portAllowed(host, route.port())) {
      throw new AddressRefused(
          "port "
              + route.port()
              + " is not allowed"
              // An entry for an IPv6 address has no port.
              + (host.contains(":") ? "" : allowedBy(host + ":" + route.port())));
    }
    if (local(host) && !allowed(host, literal)) {
      throw refused(host);
    }
    if (literal.isPresent()) {
      check(host, List.of(literal.get()));
    }
  }

  /**
   * Checks an address that another server resolves and fetches, such as an image URL for a model
   * provider. In addition to {@link #check(URI)}, refuses names that only a private network
   * resolves, unless the operator allows them.
   *
   * @throws AddressRefused with the reason, fit for the author of the address
   */
  public void checkForOthers(URI address) throws AddressRefused {
    check(address);
    String host = name(ConnectionRoute.direct(address).host());
    boolean privateName = host.indexOf('.') < 0 || PRIVATE_NAME.matcher(host).matches();
    if (Addresses.parse(host).isEmpty() && privateName && !named(host)) {
      throw refused(host);
    }
  }

  /** Checks every address of a name; one that is not allowed refuses all. */
  void check(String host, List<InetAddress> addresses) throws AddressRefused {
    boolean byName = named(name(host));
    for (InetAddress address : addresses) {
      boolean reachable =
          PublicNetworks.contain(address)
              || !PublicNetworks.metadata(address) && (byName || contains(address));
      if (!reachable) {
        throw PublicNetworks.metadata(address)
            ? new AddressRefused(notPublic(host))
            : refused(host);
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

  /** In lower case, without a trailing dot. */
  private static String name(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }

  private static AddressRefused refused(String host) {
    return new AddressRefused(notPublic(host) + allowedBy(name(host)));
  }

  private static String notPublic(String host) {
    return host + " is not a host of the public network";
  }

  /** Names the setting and the entry to add, for the operator. */
  private static String allowedBy(String target) {
    return "; the server's setting awaken.outbound.allow would allow it with the entry " + target;
  }

  /**
   * An exception configured by the operator: hosts by name, or addresses.
   *
   * @param host a name in lower case, or a suffix of names with its dot; null for addresses
   * @param ends whether {@code host} is a suffix
   * @param port the port it applies to; 0 for the default ports
   * @param block the addresses; null for names
   */
  record AllowedTarget(String host, boolean ends, int port, AddressBlock block) {

    private static final Pattern NAME =
        Pattern.compile(
            "(?<ends>\\*\\.)?(?<host>[a-z0-9][a-z0-9-]{0,62}(\\.[a-z0-9][a-z0-9-]{0,62})*)"
                + "(:(?<port>[0-9]{1,5}))?");

    /**
     * Reads {@code hooks.example}, {@code hooks.example:8443}, {@code *.example}, {@code
     * 10.1.0.0/16} or {@code 2001:db8::1}.
     *
     * @return empty when invalid
     */
    static Optional<AllowedTarget> parse(String text) {
      Optional<AddressBlock> block = AddressBlock.parse(text);
      if (block.isPresent()) {
        return Optional.of(new AllowedTarget(null, false, 0, block.get()));
      }
      var name = NAME.matcher(text.toLowerCase(Locale.ROOT));
      if (!name.matches()) {
        return Optional.empty();
      }
      boolean ends = name.group("ends") != null;
      String port = name.group("port");
      int number = port == null ? 0 : Integer.parseInt(port);
      if (port != null && (number < 1 || number > 0xFFFF)) {
        return Optional.empty();
      }
      return Optional.of(
          new AllowedTarget((ends ? "." : "") + name.group("host"), ends, number, null));
    }

    /** Whether it matches this name, ignoring the port. */
    boolean names(String name) {
      return host != null && (ends ? name.endsWith(host) : name.equals(host));
    }

    boolean contains(InetAddress address) {
      return block != null && block.contains(address);
    }
  }
}
