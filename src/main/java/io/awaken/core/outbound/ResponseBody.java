package io.awaken.core.outbound;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Hands a body from the HTTP client to a blocking reader: the client is asked for more only when
 * the reader took what was there, so a slow reader slows the sender and nothing piles up.
 */
final class ResponseBody implements BodySubscriber<ResponseBody>, ByteSource {

  private static final Duration LAST_MOMENT = Duration.ofMillis(50);

  /** What the queue holds last, told apart by identity. */
  private static final List<ByteBuffer> END = List.of(ByteBuffer.allocate(0));

  private final BlockingQueue<List<ByteBuffer>> arrived = new LinkedBlockingQueue<>();
  private final Duration idle;
  private final long maxBytes;

  private volatile Flow.Subscription subscription;
  private volatile Throwable failure;
  private volatile boolean closed;

  // Seen by the reader only.
  private Iterator<ByteBuffer> current = List.<ByteBuffer>of().iterator();
  private long bytes;
  private boolean ended;

  ResponseBody(Duration idle, long maxBytes) {
    this.idle = idle;
    this.maxBytes = maxBytes;
  }

  @Override
  public ByteBuffer read() throws IOException, InterruptedException {
    while (true) {
      while (current.hasNext()) {
        ByteBuffer next = current.next();
        if (next.hasRemaining()) {
          return counted(next);
        }
      }
      if (!advance(idle)) {
        return null;
      }
    }
  }

  private ByteBuffer counted(ByteBuffer next) throws IOException {
    bytes += next.remaining();
    if (bytes > maxBytes) {
      throw new IOException("answer has more than " + maxBytes + " bytes");
    }
    return next;
  }

  /** Whether there is more. */
  private boolean advance(Duration patience) throws IOException, InterruptedException {
    if (ended) {
      return false;
    }
    List<ByteBuffer> next = arrived.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    if (closed) {
      throw new IOException("call was closed");
    }
    if (next == null) {
      throw new HttpTimeoutException("no bytes for " + patience.toMillis() + " ms");
    }
    if (next == END) {
      ended = true;
      if (failure != null) {
        throw new IOException("answer broke off: " + failure.getMessage(), failure);
      }
      return false;
    }
    current = next.iterator();
    subscription.request(1);
    return true;
  }

  void awaitEnd() throws InterruptedException {
    try {
      advance(LAST_MOMENT);
    } catch (IOException e) {
      // Everything needed was read; the connection is closed instead of used again.
      close();
    }
  }

  void close() {
    closed = true;
    arrived.add(END);
    Flow.Subscription open = subscription;
    if (open != null) {
      open.cancel();
    }
  }

  @Override
  public CompletionStage<ResponseBody> getBody() {
    return CompletableFuture.completedStage(this);
  }

  @Override
  public void onSubscribe(Flow.Subscription opened) {
    subscription = opened;
    if (closed) {
      opened.cancel();
    } else {
      opened.request(1);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    arrived.add(buffers);
  }

  @Override
  public void onError(Throwable thrown) {
    failure = thrown;
    arrived.add(END);
  }

  @Override
  public void onComplete() {
    arrived.add(END);
  }
}
