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
 * Counts every request, those that are refused before anything is done for them too. The time of
 * one that waited for a place begins before that.
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
      // A stream has been written when its response is resumed, which then has no content, and 204
      // on one of the servers.
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
