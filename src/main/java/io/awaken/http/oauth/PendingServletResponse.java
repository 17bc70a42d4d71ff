package io.awaken.http.oauth;

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
 * The pending response of a request that a servlet serves. An answer given before the servlet
 * returns is written on the request's own thread, and the request is not suspended. Thread-safe.
 */
final class PendingServletResponse implements PendingResponse {

  private static final System.Logger LOG = System.getLogger(PendingServletResponse.class.getName());

  private final HttpServletRequest request;
  private final HttpServletResponse response;
  private final ProtectedResource resource;
  private final Ids ids;
  private final Thread requestThread = Thread.currentThread();

  /** For the metrics; the declared path once the request matches the route. */
  private String route = RequestFigures.UNMATCHED;

  private LimitedBody body;

  // Guarded by this.
  private boolean servletReturned;
  private boolean answered;
  private boolean answerWaits;
  private Object waitingAnswer;
  private AsyncContext context;

  PendingServletResponse(
      HttpServletRequest request,
      HttpServletResponse response,
      ProtectedResource resource,
      Ids ids) {
    this.request = request;
    this.response = response;
    this.resource = resource;
    this.ids = ids;
  }

  /** Sets the path under which the request is counted; on the request's own thread. */
  void matchedRoute(String path) {
    route = path;
  }

  /** Sets the body that the servlet reads; on the request's own thread. */
  void readsBody(LimitedBody limited) {
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
      if (answered) {
        return false;
      }
      answered = true;
      if (!servletReturned && Thread.currentThread() != requestThread) {
        // The request's own thread may still touch the response.
        waitingAnswer = answer;
        answerWaits = true;
        return true;
      }
    }
    end(answer);
    return true;
  }

  /**
   * Writes an answer that another thread gave meanwhile, or suspends a request without an answer.
   * The last call on the request's own thread.
   */
  void servletReturns() {
    synchronized (this) {
      servletReturned = true;
      if (request.isAsyncStarted()) {
        context = request.getAsyncContext();
      } else if (!answered) {
        context = request.startAsync();
        context.setTimeout(0);
      }
      if (!answerWaits) {
        return;
      }
    }
    end(waitingAnswer);
  }

  private void end(Object answer) {
    AsyncContext suspended = suspended();
    try {
      if (answer == null) {
        settle(true, HttpServletResponse.SC_OK);
      } else if (answer instanceof byte[] json) {
        response.setContentType("application/json");
        write(HttpServletResponse.SC_OK, json);
      } else if (answer instanceof Response given) {
        write(given);
      } else {
        writeFailure(answer);
      }
    } catch (IOException e) {
      LOG.log(DEBUG, "the client disconnected before its answer was written", e);
    } catch (RuntimeException e) {
      LOG.log(WARNING, "an answer could not be written; the client may have disconnected", e);
    } finally {
      if (suspended != null) {
        suspended.complete();
      }
    }
  }

  private synchronized AsyncContext suspended() {
    if (context == null && !servletReturned && request.isAsyncStarted()) {
      context = request.getAsyncContext();
    }
    return context;
  }

  private void write(Response given) throws IOException {
    Object content = given.getEntity();
    if (content != null && !(content instanceof byte[])) {
      writeFailure(content);
      return;
    }
    given
        .getStringHeaders()
        .forEach((name, values) -> response.setHeader(name, String.join(", ", values)));
    if (given.getStatus() == HttpServletResponse.SC_UNAUTHORIZED) {
      response.setHeader(
          HttpHeaders.WWW_AUTHENTICATE,
          resource.challenge(request, ContainerChallenge.errorOf(request)));
    }
    write(given.getStatus(), (byte[]) content);
  }

  /** Answers 500 instead of content that only JAX-RS could turn into bytes. */
  private void writeFailure(Object content) throws IOException {
    String problem = "a servlet writes bytes only, not " + content.getClass().getName();
    write(ErrorAnswers.of(new IllegalArgumentException(problem), ids));
  }

  private void write(int status, byte[] content) throws IOException {
    boolean unreadRest = body != null && body.leavesRest();
    settle(RequestGate.hasLeft(request::getAttribute) && content == null, status);
    response.setStatus(status);
    if (unreadRest) {
      // A server that reuses the connection first waits for the rest; one blocks a thread
      // meanwhile.
      response.setHeader("Connection", "close");
    }
    if (content != null) {
      response.setContentLength(content.length);
      response.getOutputStream().write(content);
    }
  }

  /** Gives the request's place back, and counts the request as answered. */
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
