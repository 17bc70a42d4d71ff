package io.awaken.mcp.stdio;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** A pending HTTP request that can be stopped at any time. Thread-safe. */
final class Ongoing {

  private final CountDownLatch opened = new CountDownLatch(1);
  private CompletableFuture<?> sent;
  private Reply reply;
  private boolean stopped;

  /**
   * Waits until the server begins to respond.
   *
   * @throws IOException when the server cannot be reached, or this was stopped
   */
  Reply await(CompletableFuture<HttpResponse<InputStream>> request)
      throws IOException, InterruptedException {
    synchronized (this) {
      sent = request;
      if (stopped) {
        request.cancel(true);
      }
    }
    try {
      var answer = new Reply(request.get());
      keep(answer);
      return answer;
    } catch (CancellationException e) {
      throw new IOException("it was stopped", e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      String why =
          cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
      throw new IOException("the server cannot be reached: " + why, cause);
    } finally {
      opened.countDown();
    }
  }

  private synchronized void keep(Reply answer) {
    reply = answer;
    if (stopped) {
      answer.close();
    }
  }

  /** Waits until the server has received the request, or the time is up. */
  void awaitOpened(Duration atMost) throws InterruptedException {
    opened.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }

  synchronized boolean stopped() {
    return stopped;
  }

  /** Closes its connection. */
  void stop() {
    CompletableFuture<?> waiting;
    Reply open;
    synchronized (this) {
      stopped = true;
      waiting = sent;
      open = reply;
    }
    if (waiting != null) {
      waiting.cancel(true);
    }
    if (open != null) {
      open.close();
    }
  }
}
