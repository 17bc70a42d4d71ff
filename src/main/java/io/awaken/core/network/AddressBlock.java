package io.awaken.core.network;

import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An address, or a block of addresses with a common prefix. Immutable.
 *
 * @param base the first address
 * @param bits length of the prefix in bits
 */
public record AddressBlock(InetAddress base, int bits) {

  private static final Pattern BITS = Pattern.compile("[1-9][0-9]{0,2}");

  /**
   * Reads {@code 10.0.0.5}, {@code 10.0.0.0/8} or {@code 2001:db8::/32}.
   *
   * @return empty when invalid, when bits after the prefix are set, and for {@code /0}, which
   *     contains every address
   */
  public static Optional<AddressBlock> parse(String text) {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    String prefix = slash < 0 ? null : text.substring(slash + 1);
    if (address.contains("%") || prefix != null && !BITS.matcher(prefix).matches()) {
      return Optional.empty();
    }
    return Addresses.parse(address)
        .map(base -> new AddressBlock(base, prefix == null ? size(base) : Integer.parseInt(prefix)))
        .filter(block -> block.bits <= size(block.base) && block.endsInZeros());
  }

  /** Whether it contains an address of the same version. */
  public boolean contains(InetAddress address) {
    byte[] own = base.getAddress();
    byte[] other = address.getAddress();
    if (own.length != other.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      if (bit(own, bit) != bit(other, bit)) {
        return false;
      }
    }
    return true;
  }

  private boolean endsInZeros() {
    byte[] own = base.getAddress();
    for (int bit = bits; bit < size(base); bit++) {
      if (bit(own, bit) != 0) {
        return false;
      }
    }
    return true;
  }

  private static int size(InetAddress address) {
    return address.getAddress().length * Byte.SIZE;
  }

  private static int bit(byte[] bytes, int at) {
    return bytes[at / Byte.SIZE] >> (Byte.SIZE - 1 - at % Byte.SIZE) & 1;
  }
}
