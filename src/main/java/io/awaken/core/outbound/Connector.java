package io.awaken.core.outbound;

import io.awaken.core.network.Addresses;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Opens connections: resolves the name once, checks every address against the policy, and connects
 * to one of them. TLS checks the certificate against the name. Thread-safe.
 *
 * @param names resolves names
 * @param policy decides which addresses are allowed
 * @param tls defines the trusted certificates
 * @param executor runs name resolution, which cannot be interrupted
 * @param patience limit of name resolution, of each connection attempt and of the handshake
 */
record Connector(
    NameResolver names,
    AddressPolicy policy,
    SSLContext tls,
    Executor executor,
    Duration patience) {

  /**
   * @throws SocketTimeoutException when it took too long
   * @throws AddressRefused when the policy refuses it
   */
  Connection connect(ConnectionRoute route, Abort abort) throws IOException, InterruptedException {
    SocketChannel channel = reach(route, abort);
    try {
      channel.socket().setTcpNoDelay(true);
      channel.socket().setSoTimeout(millis(patience));
      if (route.proxy() != null && route.secure()) {
        new Connection(channel, null).tunnel(route.authority());
      }
      var connection = new Connection(channel, route.secure() ? secured(channel, route) : null);
      channel.socket().setSoTimeout(0);
      return connection;
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  private SocketChannel reach(ConnectionRoute route, Abort abort)
      throws IOException, InterruptedException {
    ConnectionRoute.Via proxy = route.proxy();
    String host = proxy == null ? route.host() : proxy.host();
    int port = proxy == null ? route.port() : proxy.port();
    List<InetAddress> addresses = addresses(host, abort);
    policy.check(host, addresses);
    IOException failure = null;
    for (InetAddress address : addresses) {
      try {
        return open(new InetSocketAddress(address, port), abort);
      } catch (ConnectException | SocketTimeoutException e) {
        failure = e;
      }
      if (abort.aborted()) {
        break;
      }
    }
    throw failure;
  }

  private SocketChannel open(InetSocketAddress address, Abort abort) throws IOException {
    SocketChannel channel = SocketChannel.open();
    abort.during(() -> Connection.close(channel));
    try {
      channel.socket().connect(address, millis(patience));
      return channel;
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  /** An address literal needs no thread for name resolution. */
  private List<InetAddress> addresses(String host, Abort abort)
      throws IOException, InterruptedException {
    Optional<InetAddress> written = host.contains("%") ? Optional.empty() : Addresses.parse(host);
    if (written.isPresent()) {
      return List.of(written.get());
    }
    CompletableFuture<List<InetAddress>> lookUp =
        CompletableFuture.supplyAsync(() -> lookUp(host), executor);
    abort.during(() -> lookUp.cancel(true));
    try {
      return lookUp.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new SocketTimeoutException("no address for " + patience.toMillis() + " ms");
    } catch (CancellationException e) {
      throw new InterruptedIOException("look-up ended");
    } catch (ExecutionException e) {
      throw new UnknownHostException("no address of " + host + " is known");
    }
  }

  private List<InetAddress> lookUp(String host) {
    try {
      return names.resolve(host);
    } catch (UnknownHostException e) {
      throw new CompletionException(e);
    }
  }

  private SSLSocket secured(SocketChannel channel, ConnectionRoute route) throws IOException {
    var socket =
        (SSLSocket)
            tls.getSocketFactory().createSocket(channel.socket(), route.host(), route.port(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  private static int millis(Duration time) {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, time.toMillis()));
  }

  /** Decides which addresses may be connected to. Thread-safe. */
  @FunctionalInterface
  interface AddressPolicy {

    /** Allows any address, for those that operators configure. */
    AddressPolicy ANY = (host, addresses) -> {};

    /**
     * Checks the addresses of a name, just before connecting to one of them.
     *
     * @throws AddressRefused when one of them is not allowed
     */
    void check(String host, List<InetAddress> addresses) throws AddressRefused;
  }

  /** Resolves host names. Thread-safe. */
  @FunctionalInterface
  interface NameResolver {

    /** The system's resolver. */
    NameResolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

    /**
     * All addresses of a host, at least one; an address literal resolves to itself.
     *
     * @throws UnknownHostException when it has no address
     */
    List<InetAddress> resolve(String host) throws UnknownHostException;
  }
}
