package io.awaken.core.outbound;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;

/**
 * The destination of a connection; connections of one route are interchangeable.
 *
 * @param secure whether it is TLS
 * @param host a name, or an address without brackets
 * @param port the explicit port
 * @param proxy host and port of the proxy; null for none
 */
record ConnectionRoute(boolean secure, String host, int port, Via proxy) {

  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  /** An HTTP proxy. */
  record Via(String host, int port) {}

  static ConnectionRoute direct(URI address) {
    boolean secure = "https".equalsIgnoreCase(address.getScheme());
    int port = address.getPort();
    return new ConnectionRoute(
        secure, bare(address.getHost()), port >= 0 ? port : secure ? HTTPS_PORT : HTTP_PORT, null);
  }

  /** Uses the proxy of the JVM's settings, such as {@code https.proxyHost}. */
  static ConnectionRoute configured(URI address) {
    ConnectionRoute direct = direct(address);
    ProxySelector selector = ProxySelector.getDefault();
    if (selector == null) {
      return direct;
    }
    for (Proxy proxy : selector.select(address)) {
      if (proxy.type() == Proxy.Type.HTTP && proxy.address() instanceof InetSocketAddress at) {
        var via = new Via(at.getHostString(), at.getPort());
        return new ConnectionRoute(direct.secure, direct.host, direct.port, via);
      }
    }
    return direct;
  }

  /** Whether requests contain the absolute address, as a plain HTTP proxy requires. */
  boolean absolute() {
    return proxy != null && !secure;
  }

  /** The host without the brackets of an IPv6 address. */
  private static String bare(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  String authority() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
