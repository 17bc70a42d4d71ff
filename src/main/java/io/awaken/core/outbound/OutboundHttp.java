package io.awaken.core.outbound;

import java.io.IOException;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/**
 * Sends requests; one instance serves the whole server. Redirects are never followed, and neither
 * cookies nor credentials are added to what the caller sets. HTTP/1.1 only: each stream has its own
 * connection, so ending a call closes it. A call works on the thread that reads it; one more thread
 * counts the time of all of them. Thread-safe.
 */
public final class OutboundHttp implements AutoCloseable {

  /** The default time to connect. */
  public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(10);

  private final ConnectionPool pool = new ConnectionPool();
  private final CallWatch calls;
  private final Connector connector;
  private final Function<URI, Route> routes;

  OutboundHttp(Connector connector, Function<URI, Route> routes) {
    this.connector = connector;
    this.calls = new CallWatch(connector.executor());
    this.routes = routes;
  }

  /**
   * For addresses that the operator configured: any host is fine, loopback too. Addresses that
   * others choose must not pass here; they need {@link GuardedHttp}.
   *
   * @param executor gives each task a thread of its own, for example a virtual one
   * @param connectTimeout for name resolution, for the connection and for the handshake of TLS
   */
  public static OutboundHttp forOperatorAddresses(Executor executor, Duration connectTimeout) {
    return new OutboundHttp(
        new Connector(
            NameResolver.SYSTEM, AddressPolicy.ANY, defaultTls(), executor, connectTimeout),
        Route::configured);
  }

  static SSLContext defaultTls() {
    try {
      return SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JVM has no TLS", e);
    }
  }

  /**
   * A call that sends its request when its head is read.
   *
   * @param idle how long the other side may stay silent, before its answer and within it, until
   *     {@link OutboundCall#idle} sets another limit
   * @param maxBytes bytes of the answer's body at the most
   */
  public OutboundCall open(OutboundRequest request, Duration idle, long maxBytes) {
    var call = new DirectCall(this, request, routes.apply(request.address()), idle, maxBytes);
    calls.add(call);
    return call;
  }

  Connection connection(Route route, Abort abort) throws IOException, InterruptedException {
    Connection unused = pool.take(route);
    return unused == null ? newConnection(route, abort) : unused;
  }

  Connection newConnection(Route route, Abort abort) throws IOException, InterruptedException {
    return connector.connect(route, abort);
  }

  void release(Route route, Connection connection) {
    pool.give(route, connection);
  }

  CallWatch calls() {
    return calls;
  }

  /**
   * Closes connections that were not used since the call of this method before the last; to be
   * called now and then, for example every 15 seconds.
   */
  public void closeUnused() {
    pool.closeUnused();
  }

  /** Ends all calls at once; nothing can be sent any more. */
  @Override
  public void close() {
    calls.close();
    pool.close();
  }

  /** An address for messages and logs: without user, query and fragment, which may hold secrets. */
  public static String describe(URI address) {
    String port = address.getPort() < 0 ? "" : ":" + address.getPort();
    String path = address.getRawPath() == null ? "" : address.getRawPath();
    return address.getScheme() + "://" + address.getHost() + port + path;
  }
}
