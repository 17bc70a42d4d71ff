package io.awaken.http.front;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host with an optional port, as in the header {@code Host}.
 *
 * @param host in lower case, without a trailing dot; an IPv6 address in brackets, with all eight
 *     numbers
 * @param port -1 without one
 */
record Authority(String host, int port) {

  private static final Pattern SYNTAX =
      Pattern.compile("(\\[[0-9a-fA-F:.]{2,45}]|[A-Za-z0-9._-]{1,253})(?::([0-9]{1,5}))?");
  private static final int HIGHEST_PORT = 65_535;

  /** Empty when the text is not a host. */
  static Optional<Authority> parse(String text) {
    Matcher parts = SYNTAX.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String host = parts.group(1).toLowerCase(Locale.ROOT);
    if (host.startsWith("[")) {
      host = written(host);
    } else if (host.length() > 1 && host.endsWith(".")) {
      host = host.substring(0, host.length() - 1);
    }
    int port = parts.group(2) == null ? -1 : Integer.parseInt(parts.group(2));
    return port > HIGHEST_PORT ? Optional.empty() : Optional.of(new Authority(host, port));
  }

  /**
   * Normalises an IPv6 address. Text in brackets is never resolved as a name; anything else than an
   * IPv6 address, or one that maps an IPv4 address, stays unchanged.
   */
  private static String written(String bracketed) {
    try {
      return InetAddress.getByName(bracketed) instanceof Inet6Address address
          ? "[" + address.getHostAddress() + "]"
          : bracketed;
    } catch (UnknownHostException e) {
      return bracketed;
    }
  }

  /** Adds a default port. */
  Authority withDefault(int other) {
    return port < 0 ? new Authority(host, other) : this;
  }
}
