package io.awaken.http.front;

import io.awaken.http.api.error.ErrorAnswers;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedException;
import io.awaken.http.security.load.RequestFigures;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The first filter of the application (attack S09 to S12): refuses malformed paths, foreign hosts
 * and changes by pages of foreign origins before reading a body; answers preflight requests; adds
 * the headers that protect browsers to every answer. Thread-safe.
 */
public final class FrontFilter implements Filter {

  /**
   * Probes call these by the machine's address, or without a host; the answers contain no more than
   * the state of health.
   */
  private static final Set<String> HEALTH = Set.of("/health", "/health/live");

  private static final String REQUESTED_METHOD = "Access-Control-Request-Method";

  private final BrowserRules rules;
  private final OriginRules origins;
  private final RequestFigures figures;
  private final Set<String> api;

  /**
   * @param figures counts requests for the API
   * @param api the paths of the servlets that serve the API, such as {@code /v1}
   */
  public FrontFilter(BrowserRules rules, RequestFigures figures, Set<String> api) {
    this.rules = rules;
    this.origins = new OriginRules(rules.cors());
    this.figures = figures;
    this.api = Set.copyOf(api);
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request instanceof HttpServletRequest asked
        && response instanceof HttpServletResponse answer) {
      filter(asked, answer, chain);
    } else {
      chain.doFilter(request, response);
    }
  }

  private void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    protect(request, response);
    if (request.getDispatcherType() == DispatcherType.ERROR) {
      // The error page of a request that was already checked.
      chain.doFilter(request, response);
      return;
    }
    if (ofApi(request)) {
      request.setAttribute(RequestFigures.ATTRIBUTE, figures.begin());
    }
    try {
      if (!answered(request, response)) {
        chain.doFilter(request, response);
      }
    } finally {
      if (!request.isAsyncStarted()) {
        count(request, response.getStatus());
      }
    }
  }

  private void protect(HttpServletRequest request, HttpServletResponse response) {
    response.setHeader("X-Content-Type-Options", "nosniff");
    // With no-referrer browsers would omit the origin in forms of our own pages.
    response.setHeader("Referrer-Policy", "same-origin");
    response.setHeader("Content-Security-Policy", rules.contentPolicy());
    rules.cors().mark(response, request.getHeader("Origin"));
  }

  private boolean answered(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      Optional<Refusal> refusal = refusal(request);
      if (refusal.isPresent()) {
        ErrorAnswers.write(refusal.get(), response);
        return true;
      }
    } catch (RefusedException e) {
      ErrorAnswers.write(e.refusal(), response);
      return true;
    }
    if (isPreflight(request)) {
      rules.cors().answerPreflight(response);
      return true;
    }
    return false;
  }

  private Optional<Refusal> refusal(HttpServletRequest request) {
    return RequestPath.check(request.getRequestURI())
        .or(() -> ofApi(request) ? apiRefusal(request) : Optional.empty())
        .or(() -> HostRules.ambiguity(headers(request, "Host")))
        .or(() -> isHealth(request) ? Optional.empty() : browserRefusal(request));
  }

  /** API paths have no path parameters, and API queries are strict. */
  private static Optional<Refusal> apiRefusal(HttpServletRequest request) {
    return request.getRequestURI().indexOf(';') >= 0
        ? Optional.of(RequestPath.noRoute())
        : RequestPath.checkQuery(request.getQueryString());
  }

  private Optional<Refusal> browserRefusal(HttpServletRequest request) {
    Authority host = rules.hosts().host(HostRules.sent(request));
    return rules
        .hosts()
        .check(host)
        .or(
            () -> {
              List<String> sent = headers(request, "Origin");
              if (isPreflight(request)) {
                return sent.stream().allMatch(origin -> origins.mayCall(origin, host))
                    ? Optional.empty()
                    : Optional.of(OriginRules.foreign());
              }
              return origins.check(
                  request.getMethod(), sent, host, name -> request.getHeader(name) != null);
            });
  }

  private static boolean isPreflight(HttpServletRequest request) {
    return request.getMethod().equals("OPTIONS")
        && request.getHeader("Origin") != null
        && request.getHeader(REQUESTED_METHOD) != null;
  }

  private boolean ofApi(HttpServletRequest request) {
    return api.contains(request.getServletPath());
  }

  private static boolean isHealth(HttpServletRequest request) {
    return HEALTH.contains(request.getServletPath())
        && request.getPathInfo() == null
        && Set.of("GET", "HEAD").contains(request.getMethod());
  }

  private static List<String> headers(HttpServletRequest request, String name) {
    var values = request.getHeaders(name);
    return values == null ? List.of() : Collections.list(values);
  }

  /** Counts a request as answered, once, unless a route has counted it. */
  static void count(HttpServletRequest request, int status) {
    if (request.getAttribute(RequestFigures.ATTRIBUTE) instanceof RequestFigures.Begun begun) {
      request.removeAttribute(RequestFigures.ATTRIBUTE);
      String method = RequestFigures.method(request.getMethod());
      begun.answered(RequestFigures.UNMATCHED, method, status, false);
    }
  }
}
