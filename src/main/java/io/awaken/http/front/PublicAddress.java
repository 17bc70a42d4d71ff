package io.awaken.http.front;

import io.awaken.http.security.RefusedException;
import io.awaken.http.security.client.ClientOrigins;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The address under which clients reach the application: the configured one, or the one in the
 * request. Immutable.
 */
public final class PublicAddress {

  /** The setting. */
  public static final String SETTING = "awaken.http.public-url";

  /** Without a trailing slash; null for none. */
  private final String configured;

  private final HostRules hosts;
  private final ClientOrigins origins;

  private PublicAddress(String configured, HostRules hosts, ClientOrigins origins) {
    this.configured = configured;
    this.hosts = hosts;
    this.origins = origins;
  }

  /**
   * @param configured with the path of the application; empty to use the request's
   * @param hosts accepted hosts; no other is ever returned
   * @param origins which proxies may report whether clients use TLS
   * @throws IllegalStateException naming the setting when it is not an address
   */
  public static PublicAddress of(
      Optional<String> configured, HostRules hosts, ClientOrigins origins) {
    return new PublicAddress(configured.map(PublicAddress::trimmed).orElse(null), hosts, origins);
  }

  private static String trimmed(String text) {
    check(text);
    return text.replaceAll("/+$", "");
  }

  /**
   * @throws IllegalStateException naming the setting when this is not an address
   */
  public static void check(String text) {
    URI address = parsed(text);
    boolean usable =
        address != null
            && address.getHost() != null
            && List.of("http", "https").contains(address.getScheme())
            && address.getRawUserInfo() == null
            && address.getRawQuery() == null
            && address.getRawFragment() == null
            && text.chars().allMatch(c -> c > ' ' && c <= '~');
    if (!usable) {
      throw new IllegalStateException(
          ("%s is '%s' but must be an address that begins with http:// or https://, without user,"
                  + " query and fragment")
              .formatted(SETTING, text));
    }
  }

  private static URI parsed(String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Without a trailing slash; empty when the request's host is not accepted. */
  public Optional<String> of(HttpServletRequest request) {
    return configured != null
        ? Optional.of(configured)
        : host(request).map(host -> scheme(request) + "://" + host + request.getContextPath());
  }

  /** As sent: clients compare strings. */
  private Optional<String> host(HttpServletRequest request) {
    List<String> sent = HostRules.sent(request);
    try {
      return hosts.check(hosts.host(sent)).isEmpty()
          ? Optional.of(sent.getFirst().toLowerCase(Locale.ROOT))
          : Optional.empty();
    } catch (RefusedException e) {
      return Optional.empty();
    }
  }

  private String scheme(HttpServletRequest request) {
    return origins
        .scheme(request.getRemoteAddr(), name -> Collections.list(request.getHeaders(name)))
        .orElseGet(request::getScheme);
  }
}
