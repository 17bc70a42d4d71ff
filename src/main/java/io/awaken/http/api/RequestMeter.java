package io.awaken.http.api;

import io.awaken.http.security.RequestFigures;
import io.awaken.http.security.RequestGate;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.ext.Provider;
import java.util.Set;

/** Counts every request, those that are refused before anything is done for them too. */
@Provider
@PreMatching
@Priority(RequestMeter.OUTERMOST)
@ApplicationScoped
public class RequestMeter implements ContainerRequestFilter, ContainerResponseFilter {

  static final int OUTERMOST = 50;

  private static final String BEGUN = "io.awaken.http.api.begun";
  private static final String UNMATCHED = "unmatched";
  private static final Set<String> METHODS =
      Set.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");

  @Inject RequestFigures figures;

  @Override
  public void filter(ContainerRequestContext request) {
    request.setProperty(BEGUN, figures.begin());
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (request.getProperty(BEGUN) instanceof RequestFigures.Begun begun) {
      request.removeProperty(BEGUN);
      String method = request.getMethod();
      // A stream has been written when its response is resumed, which then has no content, and 204
      // on one of the servers.
      boolean streamed = RequestGate.hasLeft(request::getProperty) && !response.hasEntity();
      begun.answered(
          request.getProperty(MatchedRoute.PROPERTY) instanceof String route ? route : UNMATCHED,
          METHODS.contains(method) ? method : "other",
          streamed ? 200 : response.getStatus(),
          streamed || RequestGate.hasWaited(request::getProperty));
    }
  }
}
