package io.awaken.http.security.client;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The headers of proxies, gateways and content delivery networks. A request with one of them was
 * not sent directly by its client, or pretends so; either way the connection's address does not
 * identify the client.
 */
final class ForwardingHeaders {

  /** Headers with the chain of clients and proxies, nearest last: RFC 7239 and older forms. */
  static final String FORWARDED = "forwarded";

  static final String X_FORWARDED_FOR = "x-forwarded-for";
  static final String X_REAL_IP = "x-real-ip";
  private static final String X_FORWARDED_PROTO = "x-forwarded-proto";

  /** Headers that are read; the others only indicate a proxy. */
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

  /** Whether any of them is present. */
  static boolean any(Collection<String> names) {
    for (String name : names) {
      if (isKnown(lower(name))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a proxy's header in an unknown format is present. */
  static boolean anyUnread(Collection<String> names) {
    return names.stream()
        .map(ForwardingHeaders::lower)
        .anyMatch(
            name ->
                isKnown(name)
                    && !READ.contains(name)
                    && !name.equals("via")
                    && !name.startsWith("x-forwarded-"));
  }

  /**
   * The chains of clients and proxies, nearest last, one for each header.
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

  /** The schemes that proxies report, in lower case. */
  static Set<String> schemes(Function<String, List<String>> values) {
    return values.apply(X_FORWARDED_PROTO).stream()
        .flatMap(line -> Stream.of(line.split(",", -1)))
        .map(scheme -> lower(scheme.strip()))
        .collect(Collectors.toSet());
  }

  private static boolean isKnown(String name) {
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
