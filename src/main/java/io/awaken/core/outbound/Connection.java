package io.awaken.core.outbound;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLSocket;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.impl.io.SocketHolder;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.util.Timeout;

/**
 * An HTTP/1.1 connection: Apache HttpCore on our own socket. For one thread, except {@link #close},
 * which wakes it.
 */
final class Connection {

  /** Room for a few tokens: each connection has three buffers, even while a model is silent. */
  private static final int BUFFER = 1 << 10;

  private static final int MAX_LINE = 64 << 10;
  private static final int MAX_HEADERS = 200;
  private static final int MAX_INFORMATIONAL = 20;
  private static final int OK = 200;
  private static final int SWITCHING = 101;

  static final Http1Config LIMITS =
      Http1Config.custom()
          .setBufferSize(BUFFER)
          .setMaxLineLength(MAX_LINE)
          .setMaxHeaderCount(MAX_HEADERS)
          .build();

  private final SocketChannel channel;
  private final SSLSocket tls;
  private final Wire http;

  /** Sweeps of the pool since this connection was used; owned by the pool. */
  int unusedSweeps;

  /** Whether it was used before, so that the server may be about to close it. */
  boolean reused;

  /**
   * @param tls what wraps the channel's socket; null for plain HTTP
   */
  Connection(SocketChannel channel, SSLSocket tls) throws IOException {
    this.channel = channel;
    this.tls = tls;
    this.http = new Wire(tls == null ? channel.socket() : tls);
  }

  /** Sets the timeout of reads, at least a millisecond. */
  void readTimeout(Duration idle) {
    http.setSocketTimeout(Timeout.ofMilliseconds(Math.max(1, idle.toMillis())));
  }

  /** Removes the timeout of reads. */
  void withoutReadTimeout() {
    http.setSocketTimeout(Timeout.DISABLED);
  }

  /** Sends a request and reads the head of the response. */
  ClassicHttpResponse send(ClassicHttpRequest request) throws IOException {
    try {
      http.sendRequestHeader(request);
      if (request.getEntity() != null) {
        http.sendRequestEntity(request);
      }
      http.flush();
      ClassicHttpResponse answer = answer();
      if (mayHaveBody(request, answer)) {
        http.receiveResponseEntity(answer);
      }
      return answer;
    } catch (HttpException e) {
      throw protocolError(e);
    }
  }

  /** Reads the first final response. */
  private ClassicHttpResponse answer() throws IOException, HttpException {
    for (int i = 0; i < MAX_INFORMATIONAL; i++) {
      ClassicHttpResponse answer = http.receiveResponseHeader();
      if (answer.getCode() >= OK) {
        return answer;
      }
      if (answer.getCode() == SWITCHING) {
        break;
      }
    }
    throw new ProtocolException("no answer but information");
  }

  private static boolean mayHaveBody(ClassicHttpRequest request, ClassicHttpResponse answer) {
    int status = answer.getCode();
    return !"HEAD".equals(request.getMethod()) && status != 204 && status != 304;
  }

  static ClassicHttpRequest request(OutboundRequest request, ConnectionRoute route) {
    var address = request.address();
    String path = address.getRawPath() == null ? "" : address.getRawPath();
    path = path.isEmpty() ? "/" : path;
    path = address.getRawQuery() == null ? path : path + "?" + address.getRawQuery();
    if (route.absolute()) {
      path = "http://" + route.authority() + path;
    }
    var wire = new Request(request.method(), path);
    int port = address.getPort();
    wire.addHeader("Host", port < 0 ? address.getHost() : address.getHost() + ":" + port);
    for (Map.Entry<String, String> header : request.headers().entrySet()) {
      wire.addHeader(header.getKey(), header.getValue());
    }
    if (!request.headers().containsKey("User-Agent")) {
      wire.addHeader("User-Agent", "Awaken-EE");
    }
    if (request.body() != null) {
      wire.addHeader("Content-Length", request.body().length);
      wire.setEntity(new ByteArrayEntity(request.body(), null));
    }
    return wire;
  }

  /** Opens a tunnel through a proxy to this host and port. */
  void tunnel(String authority) throws IOException {
    try {
      var ask = new Request("CONNECT", authority);
      ask.addHeader("Host", authority);
      http.sendRequestHeader(ask);
      http.flush();
      int status = answer().getCode();
      if (status >= OK + 100) {
        throw new IOException("the proxy refused the connection (" + status + ")");
      }
    } catch (HttpException e) {
      throw protocolError(e);
    }
  }

  /** Whether both sides keep the connection alive after this response. */
  boolean keeps(ClassicHttpRequest request, ClassicHttpResponse answer) {
    return DefaultConnectionReuseStrategy.INSTANCE.keepAlive(
        request, answer, HttpCoreContext.create());
  }

  /** Whether it is idle: no surplus bytes and not closed by the server. */
  boolean usable() {
    try {
      if (http.holdsInput() || tls != null && tls.getInputStream().available() > 0) {
        return false;
      }
      channel.configureBlocking(false);
      boolean silent = channel.read(ByteBuffer.allocate(1)) == 0;
      channel.configureBlocking(true);
      return silent;
    } catch (IOException e) {
      return false;
    }
  }

  void close() {
    close(channel);
  }

  static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // Unusable in either case.
    }
  }

  /** A request whose target is sent unchanged. */
  private static final class Request extends BasicClassicHttpRequest {
    private static final long serialVersionUID = 1L;

    private final String target;

    private Request(String method, String target) {
      super(method, "/");
      this.target = target;
    }

    @Override
    public String getRequestUri() {
      return target;
    }
  }

  private static IOException protocolError(HttpException e) {
    return new ProtocolException("answer breaks HTTP: " + e.getMessage());
  }

  /** HTTP over a socket, which detects surplus bytes after a response. */
  static final class Wire extends DefaultBHttpClientConnection {

    private volatile boolean onlyHeld;

    /**
     * @param socket the plain or TLS socket
     */
    Wire(Socket socket) throws IOException {
      super(
          Connection.LIMITS,
          null,
          null,
          null,
          null,
          null,
          // The default does not limit headers.
          new DefaultHttpResponseParserFactory(Connection.LIMITS));
      bind(
          new SocketHolder(socket) {
            @Override
            protected InputStream getInputStream(Socket read) throws IOException {
              return new Source(read.getInputStream());
            }
          });
    }

    /** Whether surplus bytes were read from the socket; reads none itself. */
    boolean holdsInput() throws IOException {
      onlyHeld = true;
      try {
        return isDataAvailable(Timeout.ONE_MILLISECOND);
      } finally {
        onlyHeld = false;
      }
    }

    private final class Source extends FilterInputStream {

      private Source(InputStream in) {
        super(in);
      }

      @Override
      public int read() throws IOException {
        mayRead();
        return super.read();
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        mayRead();
        return super.read(bytes, offset, length);
      }

      private void mayRead() throws SocketTimeoutException {
        if (onlyHeld) {
          throw new SocketTimeoutException();
        }
      }
    }
  }
}
