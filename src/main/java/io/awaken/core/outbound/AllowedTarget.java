package io.awaken.core.outbound;

import io.awaken.core.network.AddressBlock;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

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
   * Reads {@code hooks.example}, {@code hooks.example:8443}, {@code *.example}, {@code 10.1.0.0/16}
   * or {@code 2001:db8::1}.
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
