package io.awaken.core.outbound;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * One request and its answer, read by one thread that blocks. {@link #close} may come from any
 * thread: it closes the connection unless the answer was read to its end, and wakes the reader.
 */
public interface OutboundCall extends ByteSource, AutoCloseable {

  /**
   * Sends the request and waits for status and headers; called once, before anything is read.
   *
   * @throws java.net.http.HttpTimeoutException when the other side cannot be connected to or stays
   *     silent
   * @throws IOException when there is no answer, or the call was closed
   */
  AnswerHead head() throws IOException, InterruptedException;

  /**
   * The next bytes of the body, valid until the next call.
   *
   * @throws IOException also when the body is larger than the call's limit
   */
  @Override
  ByteBuffer read() throws IOException, InterruptedException;

  /** The beginning of the body, for error documents; the rest is not waited for. */
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
   * From now on the other side may stay silent for so long; called by the reader. A limit of the
   * whole call stays.
   */
  void idle(Duration most);

  /** Waits a moment for the end of the body, so that the connection can be used again. */
  void finish() throws InterruptedException;

  @Override
  void close();
}
