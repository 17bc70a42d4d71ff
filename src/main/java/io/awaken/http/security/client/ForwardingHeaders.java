package io.awaken.http.security.client;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The headers by which proxies, gateways and content delivery networks give themselves away. A
 * request that has one of them was not sent by its client directly, or pretends so; in both cases
 * the address that the connection has says nothing of the client.
 */
final class ForwardingHeaders {

  /** Who called whom, in this order, nearest last: RFC 7239 and what came before it. */
  static final String FORWARDED = "forwarded";

  static final String X_FORWARDED_FOR = "x-forwarded-for";
  static final String X_REAL_IP = "x-real-ip";
  private static final String X_FORWARDED_PROTO = "x-forwarded-proto";

  /** Those whose value is read; the others tell that there was a proxy, and no more. */
  private static final Set<String> READ = Set.of(FORWARDED, X_FORWARDED_FOR, X_REAL_IP);

  private static final Set<String> NAMES =
      Set.of(
          FORWARDED,
          "forwarded-for",
          "via",
          "x-via",
          X_REAL_IP,
          "x-real-port",
          "x-client-ip",
          "x-client-address",
          "client-ip",
          "true-client-ip",
          "x-true-client-ip",
          "x-cluster-client-ip",
          "x-originating-ip",
          "x-remote-ip",
          "x-remote-addr",
          "x-remote-host",
          "x-coming-from",
          "coming-from",
          "x-host",
          "x-http-host-override",
          "x-httpd-scheme",
          "x-scheme",
          "x-url-scheme",
          "x-original-host",
          "x-original-url",
          "x-original-uri",
          "x-original-forwarded-for",
          "x-rewrite-url",
          "x-proxyuser-ip",
          "x-varnish",
          "x-azure-clientip",
          "x-azure-socketip",
          "x-azure-ref",
          "x-arr-log-id",
          "x-arr-ssl",
          "x-appengine-user-ip",
          "x-appengine-remote-addr",
          "x-cloud-trace-context",
          "x-amzn-trace-id",
          "x-amz-cf-id",
          "x-nf-client-connection-ip",
          "x-vercel-ip-address",
          "fastly-client-ip",
          "fastly-ff",
          "fly-client-ip",
          "do-connecting-ip",
          "ali-cdn-real-ip",
          "cdn-loop",
          "cdn-src-ip",
          "incap-client-ip",
          "akamai-origin-hop",
          "front-end-https",
          "proxy-client-ip",
          "proxy-ip",
          "proxy-auth-cert",
          "proxy-keysize",
          "proxy-ssl-id",
          "wl-proxy-client-ip",
          "wl-proxy-ssl",
          "surrogate-capability");

  private static final List<String> PREFIXES =
      List.of("x-forwarded", "x-forward-", "x-proxy-", "x-envoy-", "cf-", "cloudfront-");

  private ForwardingHeaders() {}

  /** Whether there is any of them, whatever it says. */
  static boolean any(Collection<String> names) {
    for (String name : names) {
      if (tells(lower(name))) {
        return true;
      }
    }
    return false;
  }

  /** Whether there is one that tells of a proxy in words of its own. */
  static boolean anyUnread(Collection<String> names) {
    return names.stream()
        .map(ForwardingHeaders::lower)
        .anyMatch(
            name ->
                tells(name)
                    && !READ.contains(name)
                    && !name.equals("via")
                    && !name.startsWith("x-forwarded-"));
  }

  /**
   * The chains of clients and proxies that the request tells, nearest last, one for each header
   * that is there.
   *
   * @param values the lines of a header, by its name
   */
  static List<List<String>> chains(Function<String, List<String>> values) {
    return Stream.of(
            HopList.ofForwardedFor(values.apply(X_FORWARDED_FOR)),
            HopList.ofForwarded(values.apply(FORWARDED)),
            HopList.ofForwardedFor(values.apply(X_REAL_IP)))
        .filter(chain -> !chain.isEmpty())
        .toList();
  }

  /** The schemes that proxies say were used, in lower case. */
  static Set<String> schemes(Function<String, List<String>> values) {
    return values.apply(X_FORWARDED_PROTO).stream()
        .flatMap(line -> Stream.of(line.split(",", -1)))
        .map(scheme -> lower(scheme.strip()))
        .collect(Collectors.toSet());
  }

  private static boolean tells(String name) {
    if (NAMES.contains(name)) {
      return true;
    }
    for (String prefix : PREFIXES) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
