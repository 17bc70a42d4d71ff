package io.awaken.http.security.client;

import io.awaken.core.network.AddressBlock;
import java.net.InetAddress;
import java.util.Collection;
import java.util.List;

/** The proxies whose forwarding headers are trusted. Immutable. */
public final class TrustedProxies {

  /** Trusts no proxy. */
  public static final TrustedProxies NONE = new TrustedProxies(List.of());

  private final List<AddressBlock> blocks;

  private TrustedProxies(List<AddressBlock> blocks) {
    this.blocks = List.copyOf(blocks);
  }

  /**
   * @param key the setting, for errors
   * @param texts addresses such as {@code 10.0.0.5} and blocks such as {@code 10.0.0.0/8}
   * @throws IllegalStateException naming the setting and the first text that is neither
   */
  public static TrustedProxies of(String key, Collection<String> texts) {
    return new TrustedProxies(texts.stream().map(text -> block(key, text)).toList());
  }

  private static AddressBlock block(String key, String text) {
    return AddressBlock.parse(text)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    ("%s has '%s' but must be addresses such as 10.0.0.5 and blocks such as"
                         + " 10.0.0.0/8 or 2001:db8::/32, whose bits behind the prefix are 0,"
                         + " separated by commas; /0 is refused, since any client could then claim"
                         + " any address")
                        .formatted(key, text)));
  }

  boolean contains(InetAddress address) {
    return blocks.stream().anyMatch(block -> block.contains(address));
  }
}
