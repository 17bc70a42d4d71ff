package io.awaken.http.resource;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.http.api.error.ErrorAnswers;
import io.awaken.http.security.Authentication;
import io.awaken.http.security.KnownCaller;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.load.BodyLimits;
import io.awaken.http.security.load.LimitedBody;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.stream.PendingResponse;
import io.awaken.http.submit.Refusals;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;

/**
 * Serves the protected resource without JAX-RS, behind the checks that the routes of JAX-RS have:
 * caller, quota, body, method, types, query and scopes, in their order. The filters of the
 * application have taken the request's place and looked at host, origin and path before.
 * Thread-safe.
 */
public abstract class ProtectedServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  private static final String INSUFFICIENT = "insufficient_scope";
  private static final String METHODS = "DELETE, GET, OPTIONS, POST";

  @Inject private transient ProtectedResource resource;
  @Inject private transient Authentication authentication;
  @Inject private transient BodyLimits bodies;
  @Inject private transient RequestGate gate;
  @Inject private transient Ids ids;

  /**
   * A request that has passed the checks.
   *
   * @param body within its limits
   * @param answer given once, on any thread
   */
  public record Passed(
      Caller caller, InputStream body, HttpServletRequest request, PendingResponse answer) {}

  /** For the container, which fills in the rest. */
  protected ProtectedServlet() {}

  protected ProtectedServlet(
      ProtectedResource resource,
      Authentication authentication,
      BodyLimits bodies,
      RequestGate gate,
      Ids ids) {
    this.resource = resource;
    this.authentication = authentication;
    this.bodies = bodies;
    this.gate = gate;
    this.ids = ids;
  }

  /** Serves GET, POST or DELETE, on the request's own thread; what it throws is answered. */
  protected abstract void serve(Passed passed);

  @Override
  protected final void service(HttpServletRequest request, HttpServletResponse response) {
    var answer = new ServletAnswer(request, response, resource, ids);
    try {
      serve(request, answer);
    } catch (IOException | RuntimeException failure) {
      answer.resume(ErrorAnswers.of(failure, ids));
    } finally {
      answer.leave();
    }
  }

  private void serve(HttpServletRequest request, ServletAnswer answer) throws IOException {
    gate.admit(request);
    var query = QueryNames.of(request.getQueryString());
    KnownCaller known =
        authentication.of(request, query, request.getUserPrincipal(), request::isUserInRole);
    LimitedBody body = bodies.of(request);
    answer.reads(body);
    Response unfit = unfit(request);
    if (unfit == null) {
      answer.matched(resource.path());
      unfit = unfit(request, known, query);
    }
    if (unfit != null) {
      answer.resume(unfit);
      return;
    }
    serve(new Passed(known.caller(), body, request, answer));
  }

  /** What is answered to a request that the route does not know; null for one that it does. */
  private static Response unfit(HttpServletRequest request) {
    return switch (request.getMethod()) {
      case "OPTIONS" -> Response.ok().header(HttpHeaders.ALLOW, METHODS).build();
      case "DELETE" -> null;
      case "POST" ->
          AcceptedTypes.isJson(request.getContentType()) ? acceptable(request) : refused(415);
      case "GET" -> acceptable(request);
      default -> ErrorAnswers.of(Refusals.ofStatus(405)).header(HttpHeaders.ALLOW, METHODS).build();
    };
  }

  private static Response acceptable(HttpServletRequest request) {
    return AcceptedTypes.fit(request.getHeaders(HttpHeaders.ACCEPT)) ? null : refused(406);
  }

  private static Response refused(int status) {
    return ErrorAnswers.of(Refusals.ofStatus(status)).build();
  }

  private Response unfit(HttpServletRequest request, KnownCaller known, Set<String> query) {
    if (!resource.enough(known.scopes())) {
      return known.caller().anonymous()
          ? ErrorAnswers.of(Refusal.unauthorized("unauthorized", "credentials are required"))
              .build()
          : ErrorAnswers.of(
                  Refusal.forbidden(
                      INSUFFICIENT, "the credentials lack a scope that is needed here"))
              .header(HttpHeaders.WWW_AUTHENTICATE, resource.challenge(request, INSUFFICIENT))
              .build();
    }
    return query.isEmpty() ? null : ErrorAnswers.of(QueryNames.unknown(query)).build();
  }
}
