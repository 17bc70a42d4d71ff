package io.awaken.bench.clients;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.function.ObjIntConsumer;

/**
 * A bare socket without timeouts, for the endpoint of this benchmark only: the lower bound for any
 * client.
 */
final class SocketClient implements StreamClient {

  @Override
  public String name() {
    return "bare socket";
  }

  @Override
  public void read(URI address, byte[] document, ObjIntConsumer<byte[]> pieces) throws IOException {
    try (var socket = new Socket()) {
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), 10_000);
      String head =
          "POST "
              + address.getPath()
              + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
              + document.length
              + "\r\n\r\n";
      byte[] begin = head.getBytes(StandardCharsets.US_ASCII);
      byte[] request = new byte[begin.length + document.length];
      System.arraycopy(begin, 0, request, 0, begin.length);
      System.arraycopy(document, 0, request, begin.length, document.length);
      socket.getOutputStream().write(request);
      var in = new BufferedInputStream(socket.getInputStream(), 8 << 10);
      while (!line(in).isEmpty()) {
        // This client does not need the response headers.
      }
      InputStreams.readAll(new Chunks(in), pieces);
    }
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() {
    // No connection stays open between streams.
  }

  /** Decodes the chunked transfer coding. */
  private static final class Chunks extends InputStream {
    private final InputStream in;
    private int left;
    private boolean first = true;

    private Chunks(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (left == 0) {
        if (!first) {
          line(in);
        }
        first = false;
        left = Integer.parseInt(line(in), 16);
        if (left == 0) {
          return -1;
        }
      }
      int read = in.read(bytes, offset, Math.min(length, left));
      left -= Math.max(0, read);
      return read;
    }
  }
}
