package io.awaken.http.submit;

import io.awaken.core.run.Caller;
import io.awaken.http.security.CurrentClient;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.stream.FrameFormat;
import io.awaken.http.stream.PendingResponse;
import io.awaken.http.stream.ServerLoader;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.open.Streams;
import io.awaken.http.stream.write.FrameFeed;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Places for requests that are answered later: with a single response or, if it takes long or there
 * are intermediate messages, with a stream. They count as streams, to limit them per caller.
 * Thread-safe.
 */
public final class CallStreams {

  private final Streams streams;
  private final StreamThreads threads;

  public CallStreams(Streams streams, StreamThreads threads) {
    this.streams = streams;
    this.threads = threads;
  }

  /**
   * Takes a place for a request, on its own thread.
   *
   * @param response resumed on the request's own thread, or when the request is suspended
   * @throws io.awaken.http.security.RefusedException 429 or 503 when there is none
   */
  public Place place(Caller caller, HttpServletRequest request, PendingResponse response) {
    Streams.Reservation reserved =
        Refusals.named(
            FieldNames.NATIVE, () -> streams.reserve(caller, CurrentClient.countedAs(request)));
    return new Place(reserved, request, response);
  }

  /** The place of one request; answered or streamed, once. */
  public final class Place {

    private final Streams.Reservation reserved;
    private final HttpServletRequest request;
    private final PendingResponse response;

    /** Null until the request is suspended. */
    private volatile AsyncContext context;

    private Place(
        Streams.Reservation reserved, HttpServletRequest request, PendingResponse response) {
      this.reserved = reserved;
      this.request = request;
      this.response = response;
    }

    /** Suspends the request and releases its place among processed requests; on its own thread. */
    public void leave() {
      AsyncContext suspended =
          request.isAsyncStarted() ? request.getAsyncContext() : request.startAsync();
      suspended.setTimeout(0);
      context = suspended;
      RequestGate.leaveToWait(request);
    }

    /**
     * Answers, and releases the place.
     *
     * @param answer JSON
     */
    public void answer(byte[] answer) {
      AsyncContext suspended = context;
      try {
        if (suspended == null) {
          response.resume(answer);
        } else {
          ServerLoader.resume(suspended, response, answer);
        }
      } finally {
        reserved.close();
      }
    }

    /** Streams from now on, after leaving; the place is released when the stream ends. */
    public void stream(FrameFeed feed) {
      reserved.open(feed, FrameFormat.SSE, context, response);
    }

    /** Runs a task after a delay unless it is cancelled; may block. */
    public ScheduledFuture<?> after(Duration time, Runnable task) {
      return threads
          .timer()
          .schedule(() -> threads.blocking().execute(task), time.toMillis(), TimeUnit.MILLISECONDS);
    }
  }
}
