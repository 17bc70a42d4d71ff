package io.awaken.core.outbound;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * A request and its response, read by one blocking thread. {@link #close} may be called on any
 * thread: it closes the connection unless the response was read completely, and wakes the reader.
 */
public interface OutboundCall extends ByteSource, AutoCloseable {

  /**
   * Sends the request and waits for status and headers; called once, before anything is read.
   *
   * @throws java.net.http.HttpTimeoutException when the server cannot be connected to or stays
   *     silent
   * @throws IOException when there is no response, or the call was closed
   */
  AnswerHead head() throws IOException, InterruptedException;

  /**
   * The next bytes of the body, valid until the next call.
   *
   * @throws IOException also when the body is larger than the call's limit
   */
  @Override
  ByteBuffer read() throws IOException, InterruptedException;

  /** Reads the beginning of the body, for error documents. */
  default byte[] readAtMost(int limit) throws IOException, InterruptedException {
    ByteBuffer begin = ByteBuffer.allocate(limit);
    ByteBuffer next = read();
    while (next != null && begin.hasRemaining()) {
      int length = Math.min(begin.remaining(), next.remaining());
      begin.put(next.slice(next.position(), length));
      next = begin.hasRemaining() ? read() : null;
    }
    byte[] bytes = new byte[begin.position()];
    begin.flip().get(bytes);
    return bytes;
  }

  /**
   * Changes the maximum silence of the server; called by the reader. The limit of the whole call
   * stays.
   */
  void idle(Duration most);

  /**
   * Restarts the total time of a call that has such a limit; without effect once it has passed. May
   * be called on any thread after the head was requested.
   */
  default void restart(Duration total) {}

  /** Waits briefly for the end of the body, so that the connection can be reused. */
  void finish() throws InterruptedException;

  @Override
  void close();
}
