package io.awaken.core.outbound;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One request and its answer, read by one thread that blocks. {@link #close} may come from any
 * thread: it closes the connection unless the answer was read to its end, and wakes the reader.
 */
public final class OutboundCall implements ByteSource, AutoCloseable {

  private final CompletableFuture<HttpResponse<ResponseBody>> response;
  private final ResponseBody body;
  private final Duration idle;

  OutboundCall(
      CompletableFuture<HttpResponse<ResponseBody>> response, ResponseBody body, Duration idle) {
    this.response = response;
    this.body = body;
    this.idle = idle;
  }

  /**
   * Waits for status and headers.
   *
   * @throws HttpTimeoutException when the other side cannot be connected to or stays silent
   * @throws IOException when there is no answer, or the call was closed
   */
  public AnswerHead head() throws IOException, InterruptedException {
    try {
      HttpResponse<?> head = response.get(idle.toMillis(), TimeUnit.MILLISECONDS);
      return new AnswerHead(head.statusCode(), head.headers().map());
    } catch (TimeoutException e) {
      throw new HttpTimeoutException("no answer for " + idle.toMillis() + " ms");
    } catch (CancellationException e) {
      throw new IOException("call was closed", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof HttpTimeoutException timeout) {
        throw timeout;
      }
      throw new IOException("no answer: " + e.getCause().getMessage(), e.getCause());
    }
  }

  @Override
  public ByteBuffer read() throws IOException, InterruptedException {
    return body.read();
  }

  /** The beginning of the body, for error documents; the rest is not waited for. */
  public byte[] readAtMost(int limit) throws IOException, InterruptedException {
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

  /** Waits a moment for the end of the body, so that the connection can be used again. */
  public void finish() throws InterruptedException {
    body.awaitEnd();
  }

  @Override
  public void close() {
    body.close();
    response.cancel(true);
  }
}
