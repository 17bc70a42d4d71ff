package io.awaken.http.oauth;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;

/**
 * Adds to 401 responses where to get a token, for tokens that the container refuses by itself:
 * stands in front of its error pages. Thread-safe.
 */
public final class ContainerChallenge implements Filter {

  private final ProtectedResource resource;

  public ContainerChallenge(ProtectedResource resource) {
    this.resource = resource;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request instanceof HttpServletRequest asked
        && response instanceof HttpServletResponse answer
        && Integer.valueOf(HttpServletResponse.SC_UNAUTHORIZED)
            .equals(asked.getAttribute(RequestDispatcher.ERROR_STATUS_CODE))
        && resource.isAt(path(asked))) {
      answer.setHeader(HttpHeaders.WWW_AUTHENTICATE, resource.challenge(asked, errorOf(asked)));
    }
    chain.doFilter(request, response);
  }

  private static String path(HttpServletRequest request) {
    String context = request.getContextPath();
    return request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String uri
            && uri.startsWith(context)
        ? uri.substring(context.length())
        : "";
  }

  /** Why a request got 401, as RFC 6750 names it; null for one that has no credentials. */
  static String errorOf(HttpServletRequest request) {
    return request.getHeader(HttpHeaders.AUTHORIZATION) == null ? null : "invalid_token";
  }
}
