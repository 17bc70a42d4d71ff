package io.awaken.core.outbound;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Sends requests; one instance serves the whole server. Redirects are never followed, and neither
 * cookies nor credentials are added to what the caller sets. HTTP/1.1 only: each stream has its own
 * connection, so ending a call closes it, and no upgrade is offered to servers that would trip over
 * it. The JDK's client is replaced when its own thread has died, of a full heap for example.
 * Thread-safe.
 */
public final class OutboundHttp implements AutoCloseable {

  /** Time to connect when nothing else is said. */
  public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(10);

  private static final Duration ENDING = Duration.ofSeconds(2);

  private static final Logger LOG = System.getLogger(OutboundHttp.class.getName());

  private final ReentrantLock lock = new ReentrantLock();
  private final Supplier<HttpClient> clients;
  private volatile HttpClient client;
  private volatile boolean closed;

  private OutboundHttp(Supplier<HttpClient> clients) {
    this.clients = clients;
    this.client = clients.get();
  }

  /**
   * For addresses that the operator configured: any host is fine, loopback too. Addresses that
   * anybody else chooses must not pass here; they need a client of their own whose requests are
   * checked before {@link #open}.
   *
   * @param executor runs the client's short tasks; virtual threads in the server
   */
  public static OutboundHttp forOperatorAddresses(Executor executor, Duration connectTimeout) {
    return new OutboundHttp(
        () ->
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout)
                .executor(executor)
                .build());
  }

  /** Whether requests can be sent: false after the client's own thread has died. */
  public boolean works() {
    return closed || !client.isTerminated();
  }

  /**
   * Replaces a client that does not work. Its calls that are open end with an error at once, or
   * after their idle time. Does nothing while the client works, and after {@link #close}.
   */
  public void restore() {
    lock.lock();
    try {
      if (!works()) {
        client = clients.get();
        LOG.log(Level.WARNING, "The HTTP client had died and was replaced");
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sends a request without waiting for its answer.
   *
   * @param idle how long the other side may stay silent, before its answer and within it
   * @param maxBytes bytes of the answer's body at the most
   */
  public OutboundCall open(OutboundRequest request, Duration idle, long maxBytes) {
    if (!works()) {
      restore();
    }
    var body = new ResponseBody(idle, maxBytes);
    return new OutboundCall(client.sendAsync(wire(request), head -> body), body, idle);
  }

  private static HttpRequest wire(OutboundRequest request) {
    var body =
        request.body() == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofByteArray(request.body());
    var wire = HttpRequest.newBuilder(request.address()).method(request.method(), body);
    request.headers().forEach(wire::setHeader);
    return wire.build();
  }

  /**
   * Ends all calls at once and the client's own thread, which is gone afterwards unless it takes
   * over two seconds; nothing can be sent any more.
   */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      client.shutdownNow();
    } finally {
      lock.unlock();
    }
    try {
      client.awaitTermination(ENDING);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** An address for messages and logs: without user, query and fragment, which may hold secrets. */
  public static String describe(URI address) {
    String port = address.getPort() < 0 ? "" : ":" + address.getPort();
    String path = address.getRawPath() == null ? "" : address.getRawPath();
    return address.getScheme() + "://" + address.getHost() + port + path;
  }
}
