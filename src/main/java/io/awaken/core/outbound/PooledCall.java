package io.awaken.core.outbound;

import io.awaken.core.outbound.CallWatch.Silence;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.NoHttpResponseException;

/** A call over one connection. */
final class PooledCall implements OutboundCall, CallWatch.Watched {

  private static final int PIECE = 2 << 10;
  private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD");
  private static final Duration LAST_MOMENT = Duration.ofMillis(50);

  private final OutboundHttp http;
  private final OutboundRequest request;
  private final ConnectionRoute route;
  private final long maxBytes;
  private final Abort abort = new Abort();
  private final Silence silence;

  // Used only by the reader.
  private Duration idle;
  private Connection connection;
  private InputStream body;
  private byte[] piece;
  private long bytes;
  private boolean keeps;

  PooledCall(
      OutboundHttp http,
      OutboundRequest request,
      ConnectionRoute route,
      Duration idle,
      long maxBytes) {
    this.http = http;
    this.request = request;
    this.route = route;
    this.idle = idle;
    this.maxBytes = maxBytes;
    this.silence = new Silence(idle);
  }

  @Override
  public AnswerHead head() throws IOException, InterruptedException {
    connection = connected();
    silence.begin();
    try {
      ClassicHttpRequest wire = Connection.request(request, route);
      ClassicHttpResponse answer = answer(wire);
      keeps = connection.keeps(wire, answer);
      AnswerHead head = head(answer);
      if (answer.getEntity() == null) {
        ended();
      } else {
        body = answer.getEntity().getContent();
      }
      return head;
    } catch (IOException e) {
      throw failed("no answer", e);
    } finally {
      silence.end();
    }
  }

  /**
   * A server may close a connection just as it is reused. A GET or HEAD request is then sent again
   * over a new connection (RFC 9110, section 9.2.2).
   */
  private ClassicHttpResponse answer(ClassicHttpRequest wire)
      throws IOException, InterruptedException {
    abort.during(connection::close);
    try {
      return connection.send(wire);
    } catch (NoHttpResponseException | SocketException e) {
      if (!connection.reused || !SAFE_METHODS.contains(request.method())) {
        throw e;
      }
      connection.close();
      connection = http.newConnection(route, abort);
      abort.during(connection::close);
      return connection.send(wire);
    }
  }

  private Connection connected() throws IOException, InterruptedException {
    try {
      return http.connection(route, abort);
    } catch (SocketTimeoutException e) {
      throw new HttpConnectTimeoutException("cannot be connected to: " + e.getMessage());
    } catch (AddressRefused e) {
      throw e;
    } catch (IOException e) {
      throw failed("no answer", e);
    }
  }

  private static AnswerHead head(ClassicHttpResponse answer) {
    Map<String, List<String>> headers = new HashMap<>();
    for (Header header : answer.getHeaders()) {
      headers.computeIfAbsent(header.getName(), any -> new ArrayList<>()).add(header.getValue());
    }
    return new AnswerHead(answer.getCode(), headers);
  }

  @Override
  public ByteBuffer read() throws IOException, InterruptedException {
    if (body == null) {
      if (abort.aborted()) {
        throw new IOException("call was closed");
      }
      return null;
    }
    if (piece == null) {
      piece = new byte[PIECE];
    }
    int length = readPiece();
    if (length < 0) {
      ended();
      return null;
    }
    bytes += length;
    if (bytes > maxBytes) {
      throw new IOException("answer has more than " + maxBytes + " bytes");
    }
    return ByteBuffer.wrap(piece, 0, length);
  }

  private int readPiece() throws IOException, InterruptedException {
    silence.begin();
    try {
      return body.read(piece, 0, piece.length);
    } catch (IOException e) {
      throw failed("answer broke off", e);
    } finally {
      silence.end();
    }
  }

  @Override
  public void idle(Duration most) {
    idle = most;
    silence.limit(most);
  }

  @Override
  public void tick() {
    if (silence.tick()) {
      abort.abort();
    }
  }

  /** The response is complete; the connection can be reused unless this call was closed. */
  private void ended() {
    body = null;
    if (abort.over() && keeps) {
      http.release(route, connection);
    } else {
      connection.close();
    }
  }

  @Override
  public void finish() {
    if (body == null) {
      return;
    }
    connection.readTimeout(LAST_MOMENT);
    try {
      if (body.read(new byte[1]) < 0) {
        connection.withoutReadTimeout();
        ended();
        return;
      }
    } catch (IOException e) {
      // Everything needed was read; the connection is closed instead of reused.
    }
    close();
  }

  @Override
  public void close() {
    abort.abort();
    http.calls().remove(this);
  }

  private IOException failed(String what, IOException cause)
      throws IOException, InterruptedException {
    if (cause instanceof ClosedByInterruptException && Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (silence.tooLong()) {
      throw new HttpTimeoutException("silent for " + idle.toMillis() + " ms");
    }
    return abort.aborted()
        ? new IOException("call was closed", cause)
        : new IOException(what + ": " + cause.getMessage(), cause);
  }
}
