package io.awaken.http.stream.write;

import io.awaken.core.observe.RunObserver.StreamEnd;
import io.awaken.http.stream.FrameFormat;
import io.awaken.http.stream.PendingResponse;
import io.awaken.http.stream.ServerLoader;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A stream on a suspended response: starts it, and ends it outside of the threads of runs and of
 * the container.
 */
public final class OpenStream {

  private final FrameSource source;
  private final AsyncContext context;
  private final PendingResponse response;
  private final StreamThreads threads;
  private final Consumer<StreamEnd> ended;
  private final Runnable settled;
  private volatile ScheduledFuture<?> timer;

  /**
   * @param ended called once when nothing more is written
   * @param settled called once when the response has ended, too
   */
  public OpenStream(
      FrameSource source,
      AsyncContext context,
      PendingResponse response,
      StreamThreads threads,
      Consumer<StreamEnd> ended,
      Runnable settled) {
    this.source = source;
    this.context = context;
    this.response = response;
    this.threads = threads;
    this.ended = ended;
    this.settled = settled;
  }

  /** Starts writing; on the request's own thread. */
  public void begin(
      FrameFormat format, StreamSettings.Times times, InstantSource clock, Runnable begun) {
    try {
      ServletOutputStream out = body(format);
      var writer = new StreamWriter(out, source, format, times, clock, this::end);
      long tick = times.tick().toMillis();
      timer =
          threads.timer().scheduleWithFixedDelay(writer::tick, tick, tick, TimeUnit.MILLISECONDS);
      source.start(writer::pump);
      begun.run();
      out.setWriteListener(writer);
    } catch (RuntimeException | Error e) {
      source.close();
      ended.accept(StreamEnd.FAILED);
      settle();
      throw e;
    }
  }

  private ServletOutputStream body(FrameFormat format) {
    context.setTimeout(0);
    var answer = (HttpServletResponse) context.getResponse();
    answer.setStatus(HttpServletResponse.SC_OK);
    answer.setContentType(format.contentType());
    format.headers().forEach(answer::setHeader);
    try {
      ServletOutputStream out = answer.getOutputStream();
      ResponseBuffer.passBy(out);
      return out;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void end(StreamEnd why) {
    ended.accept(why);
    try {
      threads.blocking().execute(this::resume);
    } catch (RuntimeException | Error e) {
      settle();
      throw e;
    }
  }

  private void resume() {
    try {
      ServerLoader.resume(context, response, null);
    } finally {
      settle();
    }
  }

  private void settle() {
    ScheduledFuture<?> ticks = timer;
    if (ticks != null) {
      ticks.cancel(false);
    }
    settled.run();
  }
}
