package io.awaken.core.outbound;

import io.awaken.core.outbound.Connector.AddressPolicy;
import io.awaken.core.outbound.Connector.NameResolver;
import java.io.IOException;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/**
 * Sends requests; one instance serves the whole server. It follows no redirects and adds neither
 * cookies nor credentials. HTTP/1.1 only: each stream has its own connection, so ending a call
 * closes it. A call works on its reader's thread; one more thread watches the time limits of all
 * calls. Thread-safe.
 */
public final class OutboundHttp implements AutoCloseable {

  /** The default time to connect. */
  public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(10);

  private final ConnectionPool pool = new ConnectionPool();
  private final CallWatch calls;
  private final Connector connector;
  private final Function<URI, ConnectionRoute> routes;

  OutboundHttp(Connector connector, Function<URI, ConnectionRoute> routes) {
    this.connector = connector;
    this.calls = new CallWatch(connector.executor());
    this.routes = routes;
  }

  /**
   * For addresses configured by the operator: any host is allowed, even loopback. Other addresses
   * require {@link GuardedHttp}.
   *
   * @param executor runs each task on its own thread, for example a virtual one
   * @param connectTimeout limit of name resolution, of connecting and of the TLS handshake
   */
  public static OutboundHttp forOperatorAddresses(Executor executor, Duration connectTimeout) {
    return new OutboundHttp(
        new Connector(
            NameResolver.SYSTEM, AddressPolicy.ANY, defaultTls(), executor, connectTimeout),
        ConnectionRoute::configured);
  }

  static SSLContext defaultTls() {
    try {
      return SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JVM has no TLS", e);
    }
  }

  /**
   * Creates a call that sends its request when its head is read.
   *
   * @param idle maximum silence of the server before and during its response, until {@link
   *     OutboundCall#idle} changes it
   * @param maxBytes maximum bytes of the response body
   */
  public OutboundCall open(OutboundRequest request, Duration idle, long maxBytes) {
    var call = new PooledCall(this, request, routes.apply(request.address()), idle, maxBytes);
    calls.add(call);
    return call;
  }

  Connection connection(ConnectionRoute route, Abort abort)
      throws IOException, InterruptedException {
    Connection unused = pool.take(route);
    return unused == null ? newConnection(route, abort) : unused;
  }

  Connection newConnection(ConnectionRoute route, Abort abort)
      throws IOException, InterruptedException {
    return connector.connect(route, abort);
  }

  void release(ConnectionRoute route, Connection connection) {
    pool.give(route, connection);
  }

  CallWatch calls() {
    return calls;
  }

  /**
   * Closes connections that have been idle since the call before last; call it periodically, for
   * example every 15 seconds.
   */
  public void closeUnused() {
    pool.closeUnused();
  }

  /** Ends all calls at once and accepts no more. */
  @Override
  public void close() {
    calls.close();
    pool.close();
  }

  /**
   * An address for messages and logs: without user, query and fragment, which may contain secrets.
   */
  public static String describe(URI address) {
    String port = address.getPort() < 0 ? "" : ":" + address.getPort();
    String path = address.getRawPath() == null ? "" : address.getRawPath();
    return address.getScheme() + "://" + address.getHost() + port + path;
  }
}
