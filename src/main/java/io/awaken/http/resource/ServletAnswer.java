package io.awaken.http.resource;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import io.awaken.core.run.Ids;
import io.awaken.http.api.error.ErrorAnswers;
import io.awaken.http.security.load.LimitedBody;
import io.awaken.http.security.load.RequestFigures;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.stream.PendingResponse;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.IOException;

/**
 * The answer of a request that a servlet serves. One that is ready before the request leaves its
 * thread is written there, without suspending the request. Thread-safe; given once.
 */
final class ServletAnswer implements PendingResponse {

  private static final System.Logger LOG = System.getLogger(ServletAnswer.class.getName());

  private final HttpServletRequest request;
  private final HttpServletResponse response;
  private final ProtectedResource resource;
  private final Ids ids;
  private final Thread own = Thread.currentThread();

  /** As the application declares it, once the request is known to be for it. */
  private String route = RequestFigures.UNMATCHED;

  private LimitedBody body;

  // Guarded by this.
  private boolean inside = true;
  private boolean done;
  private boolean waiting;
  private Object kept;
  private AsyncContext context;

  ServletAnswer(
      HttpServletRequest request,
      HttpServletResponse response,
      ProtectedResource resource,
      Ids ids) {
    this.request = request;
    this.response = response;
    this.resource = resource;
    this.ids = ids;
  }

  /** The request is for this route; on its own thread. */
  void matched(String path) {
    route = path;
  }

  /** The body that is read; on the request's own thread. */
  void reads(LimitedBody limited) {
    body = limited;
  }

  /**
   * {@inheritDoc}
   *
   * <p>The entity of a {@link Response} is bytes or absent; any other is logged and answered 500.
   */
  @Override
  public boolean resume(Object answer) {
    synchronized (this) {
      if (done) {
        return false;
      }
      done = true;
      if (inside && Thread.currentThread() != own) {
        // The request's own thread may still touch the response.
        kept = answer;
        waiting = true;
        return true;
      }
    }
    end(answer);
    return true;
  }

  /**
   * The request leaves its thread. Suspends it unless it is answered; on its own thread, after all
   * else.
   */
  void leave() {
    synchronized (this) {
      inside = false;
      if (request.isAsyncStarted()) {
        context = request.getAsyncContext();
      } else if (!done) {
        context = request.startAsync();
        context.setTimeout(0);
      }
      if (!waiting) {
        return;
      }
    }
    end(kept);
  }

  private void end(Object answer) {
    AsyncContext suspended = suspended();
    try {
      switch (answer) {
        case null -> settle(true, HttpServletResponse.SC_OK);
        case byte[] json -> {
          response.setContentType("application/json");
          write(HttpServletResponse.SC_OK, json);
        }
        case Response given when given.getEntity() == null -> write(given, null);
        case Response given when given.getEntity() instanceof byte[] content ->
            write(given, content);
        case Response given -> writeFailure(given.getEntity());
        default -> writeFailure(answer);
      }
    } catch (IOException e) {
      LOG.log(DEBUG, "a client had gone before its answer was written", e);
    } catch (RuntimeException e) {
      LOG.log(WARNING, "an answer could not be written; its client may have gone", e);
    } finally {
      if (suspended != null) {
        suspended.complete();
      }
    }
  }

  private synchronized AsyncContext suspended() {
    if (context == null && inside && request.isAsyncStarted()) {
      context = request.getAsyncContext();
    }
    return context;
  }

  /** Answers 500 instead of content that only JAX-RS could turn into bytes. */
  private void writeFailure(Object content) throws IOException {
    String problem = "a servlet writes bytes only, not " + content.getClass().getName();
    Response failure = ErrorAnswers.of(new IllegalArgumentException(problem), ids);
    write(failure, (byte[]) failure.getEntity());
  }

  private void write(Response given, byte[] content) throws IOException {
    given
        .getStringHeaders()
        .forEach((name, values) -> response.setHeader(name, String.join(", ", values)));
    if (given.getStatus() == HttpServletResponse.SC_UNAUTHORIZED) {
      response.setHeader(
          HttpHeaders.WWW_AUTHENTICATE,
          resource.challenge(request, ContainerChallenge.errorOf(request)));
    }
    write(given.getStatus(), content);
  }

  private void write(int status, byte[] content) throws IOException {
    boolean leavesRest = body != null && body.leavesRest();
    settle(RequestGate.hasLeft(request::getAttribute) && content == null, status);
    response.setStatus(status);
    if (leavesRest) {
      // A server that keeps the connection waits for the rest first, one of them with a thread.
      response.setHeader("Connection", "close");
    }
    if (content != null) {
      response.setContentLength(content.length);
      response.getOutputStream().write(content);
    }
  }

  /** The request is no longer processed, and counts as answered. */
  private void settle(boolean streamed, int status) {
    if (request.getAttribute(RequestGate.ATTRIBUTE) instanceof RequestGate.Place place) {
      place.leave();
    }
    if (request.getAttribute(RequestFigures.ATTRIBUTE) instanceof RequestFigures.Begun begun) {
      request.removeAttribute(RequestFigures.ATTRIBUTE);
      begun.answered(
          route,
          RequestFigures.method(request.getMethod()),
          streamed ? HttpServletResponse.SC_OK : status,
          streamed || RequestGate.hasWaited(request::getAttribute));
    }
  }
}
