package io.awaken.core.outbound;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.impl.io.SocketHolder;
import org.apache.hc.core5.util.Timeout;

/** HTTP over a socket, which detects surplus bytes after a response. */
final class Wire extends DefaultBHttpClientConnection {

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
