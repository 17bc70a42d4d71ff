package io.awaken.http.oauth;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.text.WholeText;
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
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Serves the protected resource without JAX-RS. Checks what the JAX-RS filters check on other
 * routes, in the same order: caller, quota, body limits, method, media types, scopes and query. The
 * servlet filters have checked host, origin and path before. Thread-safe.
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
   * @param body fails when more is read than the limits allow
   */
  public record CheckedRequest(
      Caller caller, InputStream body, HttpServletRequest request, PendingResponse response) {}

  /** For the container, which injects the fields. */
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

  /**
   * Serves GET, POST or DELETE on the request's own thread; may end the response later, on another
   * thread. An exception becomes the answer.
   */
  protected abstract void serve(CheckedRequest checked);

  @Override
  protected final void service(HttpServletRequest request, HttpServletResponse response) {
    var pending = new PendingServletResponse(request, response, resource, ids);
    try {
      checkAndServe(request, pending);
    } catch (IOException | RuntimeException failure) {
      pending.resume(ErrorAnswers.of(failure, ids));
    } finally {
      pending.servletReturns();
    }
  }

  private void checkAndServe(HttpServletRequest request, PendingServletResponse response)
      throws IOException {
    gate.admit(request);
    var query = QueryNames.of(request.getQueryString());
    KnownCaller known =
        authentication.of(request, query, request.getUserPrincipal(), request::isUserInRole);
    LimitedBody body = bodies.of(request);
    response.readsBody(body);
    Response early = routeMismatch(request);
    if (early == null) {
      response.matchedRoute(resource.path());
      early = accessRefusal(request, known, query);
    }
    if (early != null) {
      response.resume(early);
      return;
    }
    serve(new CheckedRequest(known.caller(), body, request, response));
  }

  /** The answer when method or media types do not match the route; null when they do. */
  private static Response routeMismatch(HttpServletRequest request) {
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
    return AcceptedTypes.acceptsAnswer(request.getHeaders(HttpHeaders.ACCEPT))
        ? null
        : refused(406);
  }

  private static Response refused(int status) {
    return ErrorAnswers.of(Refusals.ofStatus(status)).build();
  }

  /** The answer when scopes are missing or the query has parameters; null otherwise. */
  private Response accessRefusal(HttpServletRequest request, KnownCaller known, Set<String> query) {
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
    return query.isEmpty() ? null : ErrorAnswers.of(QueryNames.refusal(query)).build();
  }

  /** Parameter names in the query of a route that has no parameters. Stateless. */
  static final class QueryNames {

    /** Characters of a name that a refusal quotes. */
    private static final int QUOTED = 64;

    private QueryNames() {}

    /**
     * Reads the names in the order of the query.
     *
     * @param query percent-encoded UTF-8; null when the request has none
     */
    static Set<String> of(String query) {
      if (query == null || query.isEmpty()) {
        return Set.of();
      }
      var names = new LinkedHashSet<String>();
      for (String parameter : query.split("&")) {
        int end = parameter.indexOf('=');
        String name = end < 0 ? parameter : parameter.substring(0, end);
        if (!parameter.isEmpty()) {
          names.add(URLDecoder.decode(name, StandardCharsets.UTF_8));
        }
      }
      return names;
    }

    /** Refuses the first parameter, which would otherwise be ignored silently. */
    static Refusal refusal(Set<String> names) {
      String name = names.iterator().next();
      String quoted = name.length() <= QUOTED ? name : WholeText.cut(name, QUOTED) + "...";
      return Refusal.bad("unknown_parameter", "unknown parameter: " + quoted).about(quoted);
    }
  }

  /** Media types of a route that takes JSON and answers JSON or server-sent events. Stateless. */
  static final class AcceptedTypes {

    private static final String JSON = "application/json";

    /** Media ranges that include a type of the answers. */
    private static final Set<String> RANGES =
        Set.of("*/*", "application/*", JSON, "text/*", "text/event-stream");

    private static final Pattern QUALITY_ZERO =
        Pattern.compile(";\\s*q\\s*=\\s*0(\\.0*)?\\s*(;|$)");

    private AcceptedTypes() {}

    /** Whether a body is JSON; without a content type it counts as JSON. */
    static boolean isJson(String contentType) {
      return contentType == null || type(contentType).equals(JSON);
    }

    /**
     * Whether the client accepts a type of the answers.
     *
     * @param accept the values of the header {@code Accept}; without any it accepts everything
     */
    static boolean acceptsAnswer(Enumeration<String> accept) {
      String ranges = accept == null ? "" : String.join(",", Collections.list(accept));
      if (ranges.isBlank()) {
        return true;
      }
      for (String range : ranges.split(",")) {
        boolean plain = range.indexOf(';') < 0;
        if (RANGES.contains(type(range)) && (plain || !QUALITY_ZERO.matcher(range).find())) {
          return true;
        }
      }
      return false;
    }

    private static String type(String range) {
      int parameters = range.indexOf(';');
      return (parameters < 0 ? range : range.substring(0, parameters))
          .strip()
          .toLowerCase(Locale.ROOT);
    }
  }
}
