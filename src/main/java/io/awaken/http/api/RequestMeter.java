package io.awaken.http.api;

import io.awaken.http.security.load.RequestFigures;
import io.awaken.http.security.load.RequestGate;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.ext.Provider;

/**
 * Counts every request, including those refused early. The time of a request that waited for a
 * place includes the wait.
 */
@Provider
@PreMatching
@Priority(RequestMeter.OUTERMOST)
@ApplicationScoped
public class RequestMeter implements ContainerRequestFilter, ContainerResponseFilter {

  static final int OUTERMOST = 50;

  @Inject RequestFigures figures;

  @Override
  public void filter(ContainerRequestContext request) {
    if (!(request.getProperty(RequestFigures.ATTRIBUTE) instanceof RequestFigures.Begun)) {
      request.setProperty(RequestFigures.ATTRIBUTE, figures.begin());
    }
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (request.getProperty(RequestFigures.ATTRIBUTE) instanceof RequestFigures.Begun begun) {
      request.removeProperty(RequestFigures.ATTRIBUTE);
      // A stream is written before its response is resumed, which then has no content, and on one
      // of
      // the servers status 204.
      boolean streamed = RequestGate.hasLeft(request::getProperty) && !response.hasEntity();
      begun.answered(
          request.getProperty(MatchedRoute.PROPERTY) instanceof String route
              ? route
              : RequestFigures.UNMATCHED,
          RequestFigures.method(request.getMethod()),
          streamed ? 200 : response.getStatus(),
          streamed || RequestGate.hasWaited(request::getProperty));
    }
  }
}
