package io.awaken.core.outbound;

import java.net.URI;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A request; only the required headers {@code Host} and {@code Content-Length} are added.
 * Immutable; the body must not be modified.
 *
 * @param method for example {@code POST}
 * @param address with {@code http} or {@code https} and a host
 * @param headers value by name; names are case-insensitive
 * @param body null for none
 */
public record OutboundRequest(
    String method, URI address, Map<String, String> headers, byte[] body) {

  /** Headers set by the client, or not applicable to a dedicated HTTP/1.1 connection. */
  private static final Set<String> OF_THE_CLIENT =
      Set.of(
          "connection",
          "content-length",
          "expect",
          "host",
          "keep-alive",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  /**
   * @throws IllegalArgumentException when the address is no HTTP address, or a header cannot be
   *     sent; the message names the header, never a value
   */
  public OutboundRequest {
    String scheme = address.getScheme();
    if (!"http".equalsIgnoreCase(scheme) && !"https".equalsIgnoreCase(scheme)
        || address.getHost() == null) {
      throw new IllegalArgumentException("not an address of http or https with a host");
    }
    var sorted = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    headers.forEach(
        (name, value) -> {
          if (!sendable(name, value)) {
            throw new IllegalArgumentException("header " + name + " cannot be sent");
          }
          sorted.put(name, value);
        });
    headers = Collections.unmodifiableMap(sorted);
  }

  /** A request without a body. */
  public static OutboundRequest get(URI address, Map<String, String> headers) {
    return new OutboundRequest("GET", address, headers, null);
  }

  /** A request with a body. */
  public static OutboundRequest post(URI address, Map<String, String> headers, byte[] body) {
    return new OutboundRequest("POST", address, headers, body);
  }

  /** Whether a header is allowed and valid (RFC 9110, 5.5 and 5.6.2). */
  public static boolean sendable(String name, String value) {
    return !name.isEmpty()
        && name.chars().allMatch(OutboundRequest::inToken)
        && !OF_THE_CLIENT.contains(name.toLowerCase(Locale.ROOT))
        && value.chars().allMatch(c -> c == '\t' || c >= ' ' && c <= 0xFF && c != 0x7F);
  }

  private static boolean inToken(int c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
  }

  /** Omits headers, query and body, which may contain secrets. */
  @Override
  public String toString() {
    return method + " " + OutboundHttp.describe(address);
  }
}
