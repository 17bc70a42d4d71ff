package io.awaken.core.outbound;

import io.awaken.core.network.AddressBlock;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Distinguishes addresses of the public network from all others, by the registries of special
 * addresses (RFC 6890 and later additions). Addresses that embed an IPv4 address are judged by that
 * address or refused.
 */
final class PublicNetworks {

  /** Metadata services with credentials of cloud machines; some have public addresses. */
  private static final List<AddressBlock> METADATA =
      blocks(
          "169.254.169.254",
          "169.254.169.253",
          "169.254.170.2",
          "169.254.170.23",
          "100.100.100.200",
          "168.63.129.16",
          "192.0.0.192",
          "fd00:ec2::/32",
          "fd20:ce::254",
          "fe80::a9fe:a9fe");

  private static final List<AddressBlock> SPECIAL_IPV4 =
      blocks(
          "0.0.0.0/8",
          "10.0.0.0/8",
          "100.64.0.0/10",
          "127.0.0.0/8",
          "169.254.0.0/16",
          "172.16.0.0/12",
          "192.0.0.0/24",
          "192.0.2.0/24",
          "192.31.196.0/24",
          "192.52.193.0/24",
          "192.88.99.0/24",
          "192.168.0.0/16",
          "192.175.48.0/24",
          "198.18.0.0/15",
          "198.51.100.0/24",
          "203.0.113.0/24",
          "224.0.0.0/4",
          "240.0.0.0/4");

  /** Prefixes followed by the IPv4 address that a translator connects to. */
  private static final AddressBlock TRANSLATED = block("64:ff9b::/96");

  private static final AddressBlock GLOBAL_IPV6 = block("2000::/3");

  /** Exceptions within global addresses: protocol assignments with Teredo, documentation, 6to4. */
  private static final List<AddressBlock> SPECIAL_IPV6 =
      blocks("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "2620:4f:8000::/48");

  private PublicNetworks() {}

  /** Whether an address belongs to the public network. */
  static boolean contain(InetAddress address) {
    if (metadata(address)) {
      return false;
    }
    if (!(address instanceof Inet6Address)) {
      return none(SPECIAL_IPV4, address);
    }
    if (TRANSLATED.contains(address)) {
      return contain(lastFour(address));
    }
    return GLOBAL_IPV6.contains(address) && none(SPECIAL_IPV6, address);
  }

  /** Whether it is a metadata service, which no setting allows. */
  static boolean metadata(InetAddress address) {
    if (address instanceof Inet6Address && TRANSLATED.contains(address)) {
      return metadata(lastFour(address));
    }
    return !none(METADATA, address);
  }

  private static boolean none(List<AddressBlock> blocks, InetAddress address) {
    return blocks.stream().noneMatch(block -> block.contains(address));
  }

  private static InetAddress lastFour(InetAddress address) {
    byte[] bytes = address.getAddress();
    try {
      return InetAddress.getByAddress(Arrays.copyOfRange(bytes, bytes.length - 4, bytes.length));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }

  private static List<AddressBlock> blocks(String... blocks) {
    return Stream.of(blocks).map(PublicNetworks::block).toList();
  }

  private static AddressBlock block(String text) {
    return AddressBlock.parse(text).orElseThrow();
  }
}
