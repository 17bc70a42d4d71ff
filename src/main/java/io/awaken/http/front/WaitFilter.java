package io.awaken.http.front;

import static java.lang.System.Logger.Level.DEBUG;

import io.awaken.http.api.error.ErrorAnswers;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.stream.ServerLoader;
import io.awaken.http.stream.StreamThreads;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.inject.Instance;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Takes a place for each API request. A request without one waits without a server thread: it is
 * suspended, and dispatched again when a place is free. This is the last filter, since filters of
 * an embedding application do not run twice. Thread-safe.
 */
public final class WaitFilter implements Filter {

  private final RequestGate gate;
  private final Duration atMost;
  private final StreamThreads threads;
  private final Instance<RequestContextController> contexts;

  /**
   * @param atMost the longest wait of a request
   * @param contexts each begins a request context of CDI on the calling thread
   */
  public WaitFilter(
      RequestGate gate,
      Duration atMost,
      StreamThreads threads,
      Instance<RequestContextController> contexts) {
    this.gate = gate;
    this.atMost = atMost;
    this.threads = threads;
    this.contexts = contexts;
  }

  /** Loads the classes of the last refusals now: one server loads none while it stops. */
  @Override
  public void init(FilterConfig config) {
    ErrorAnswers.body(gate.full());
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request.getDispatcherType() == DispatcherType.ASYNC) {
      resume(request, response, chain);
      return;
    }
    Optional<RequestGate.Place> place = gate.tryEnter();
    if (place.isPresent()) {
      request.setAttribute(RequestGate.ATTRIBUTE, place.get());
      serve(request, response, chain);
    } else if (gate.mayWait() && request.isAsyncSupported()) {
      var context = request.startAsync(request, response);
      context.setTimeout(0);
      new WaitingRequest(context, gate, threads).join(atMost);
    } else {
      ErrorAnswers.write(gate.full(), (HttpServletResponse) response);
    }
  }

  /** One server starts no request context for a dispatched request. */
  private void resume(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Instance.Handle<RequestContextController> context = contexts.getHandle();
    boolean begun = context.get().activate();
    try {
      serve(request, response, chain);
    } finally {
      if (begun) {
        context.get().deactivate();
      }
      context.destroy();
    }
  }

  /** A suspended request releases its place when it is answered. */
  private static void serve(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    try {
      chain.doFilter(request, response);
    } finally {
      if (!request.isAsyncStarted()) {
        if (request.getAttribute(RequestGate.ATTRIBUTE) instanceof RequestGate.Place place) {
          place.leave();
        }
        int status = ((HttpServletResponse) response).getStatus();
        FrontFilter.count((HttpServletRequest) request, status);
      }
    }
  }

  /** A suspended request that waits for its place. */
  static final class WaitingRequest implements RequestGate.Waiter {

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
          threads
              .timer()
              .schedule(() -> gate.expire(this), atMost.toMillis(), TimeUnit.MILLISECONDS);
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
}
