package io.awaken.http.front;

import io.awaken.http.api.error.ErrorAnswers;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.stream.StreamThreads;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.inject.Instance;
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
}
