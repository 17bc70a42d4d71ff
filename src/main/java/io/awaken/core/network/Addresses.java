package io.awaken.core.network;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parses IP addresses; never resolves names. */
public final class Addresses {

  private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
  private static final Pattern IPV4 = Pattern.compile(BYTE + "(\\." + BYTE + "){3}");

  /** With a colon, Java parses it as an address and queries no name server. */
  private static final Pattern IPV6 = Pattern.compile("(?=.*:)[0-9a-fA-F:.]{2,45}");

  /** An IPv6 network has 64 bits, and a single client may use all addresses in it. */
  private static final int NETWORK_BYTES = 8;

  private Addresses() {}

  /**
   * An IPv4 address with four numbers, or an IPv6 address; an IPv4-mapped address becomes IPv4. The
   * zone of a link-local address ({@code %eth0}) is dropped.
   *
   * @return empty when the text is no address
   */
  public static Optional<InetAddress> parse(String text) {
    if (text == null) {
      return Optional.empty();
    }
    int zone = text.indexOf('%');
    String address = zone < 0 ? text : text.substring(0, zone);
    if (!IPV4.matcher(address).matches() && !IPV6.matcher(address).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.getByName(address));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  /** The unit for counting clients: an IPv4 address, or the /64 network of an IPv6 address. */
  public static String network(InetAddress address) {
    return address instanceof Inet6Address
        ? HexFormat.of().formatHex(address.getAddress(), 0, NETWORK_BYTES) + "/64"
        : address.getHostAddress();
  }
}
