package io.awaken.http.resource;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;

/**
 * Adds to 401 responses of the protected resource where to get a token. For all routes, since a
 * request without credentials is refused before its route is known.
 */
@Provider
@Dependent
public class ChallengeFilter implements ContainerResponseFilter {

  private static final int UNAUTHORIZED = 401;

  @Inject ProtectedResource resource;
  @Context HttpServletRequest sent;

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (response.getStatus() == UNAUTHORIZED && resource.isAt(path())) {
      response
          .getHeaders()
          .putSingle(
              HttpHeaders.WWW_AUTHENTICATE,
              resource.challenge(sent, ContainerChallenge.errorOf(sent)));
    }
  }

  private String path() {
    String below = sent.getPathInfo();
    return sent.getServletPath() + (below == null ? "" : below);
  }
}
