package io.awaken.http.front;

import static java.lang.System.Logger.Level.DEBUG;

import io.awaken.http.api.error.ErrorAnswers;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.stream.ServerLoader;
import io.awaken.http.stream.StreamThreads;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A suspended request that waits for its place. */
final class WaitingRequest implements RequestGate.Waiter {

  private static final System.Logger LOG = System.getLogger(WaitingRequest.class.getName());

  private final AsyncContext context;
  private final RequestGate gate;
  private final StreamThreads threads;
  private volatile Future<?> end;

  WaitingRequest(AsyncContext context, RequestGate gate, StreamThreads threads) {
    this.context = context;
    this.gate = gate;
    this.threads = threads;
  }

  /** Waits for a place, at most for this time; returns immediately. */
  void join(Duration atMost) {
    end =
        threads.timer().schedule(() -> gate.expire(this), atMost.toMillis(), TimeUnit.MILLISECONDS);
    gate.join(this);
  }

  @Override
  public boolean admit(RequestGate.Place place) {
    end.cancel(false);
    try {
      context.getRequest().setAttribute(RequestGate.ATTRIBUTE, place);
      ServerLoader.run(context::dispatch);
      return true;
    } catch (RuntimeException e) {
      LOG.log(DEBUG, "a waiting request had ended before it got its place", e);
      return false;
    }
  }

  /** Writing may block, which the caller must not. */
  @Override
  public void refuse(Refusal refusal) {
    end.cancel(false);
    threads.blocking().execute(() -> ServerLoader.run(() -> answer(refusal)));
  }

  private void answer(Refusal refusal) {
    try {
      FrontFilter.count((HttpServletRequest) context.getRequest(), refusal.status());
      ErrorAnswers.write(refusal, (HttpServletResponse) context.getResponse());
      context.complete();
    } catch (IOException | RuntimeException e) {
      LOG.log(DEBUG, "a waiting request had ended before its refusal", e);
    }
  }
}
