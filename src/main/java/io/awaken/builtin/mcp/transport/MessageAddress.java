package io.awaken.builtin.mcp.transport;

import io.awaken.builtin.mcp.transport.McpException.Kind;
import java.net.URI;
import java.util.Locale;

/**
 * The address for messages that a server names on its event stream. It must have the origin of the
 * stream, so that a server cannot direct messages and credentials to another one. Stateless.
 */
final class MessageAddress {

  private static final int MAX = 4_096;

  private MessageAddress() {}

  /**
   * @param stream the address of the event stream
   * @param named the data of the first event, absolute or relative
   * @throws McpException without a quote of the address, which may contain a secret
   */
  static URI of(URI stream, String named) throws McpException {
    if (named.length() > MAX) {
      throw new McpException(
          Kind.GARBAGE, "its address for messages has more than " + MAX + " characters");
    }
    URI address;
    try {
      address = stream.resolve(URI.create(named.strip()));
    } catch (IllegalArgumentException e) {
      throw new McpException(Kind.GARBAGE, "the first event of its stream is no address");
    }
    if (!origin(address).equals(origin(stream))) {
      throw new McpException(
          Kind.GARBAGE, "its address for messages is not on the server of its event stream");
    }
    if (address.getRawUserInfo() != null || address.getRawFragment() != null) {
      throw new McpException(
          Kind.GARBAGE, "its address for messages has a user or a fragment, which is not allowed");
    }
    return address;
  }

  private static String origin(URI address) {
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    int usual = scheme.equals("https") ? 443 : 80;
    int port = address.getPort() < 0 ? usual : address.getPort();
    return scheme + "://" + String.valueOf(address.getHost()).toLowerCase(Locale.ROOT) + ":" + port;
  }
}
