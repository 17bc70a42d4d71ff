package io.awaken.http.security.load;

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
 * Takes a place for every request before any other work, unless it already waited for one in front
 * of the application. Without a free place the request is refused: it cannot wait here.
 */
@Provider
@PreMatching
@Priority(RequestLimitFilter.FIRST)
@ApplicationScoped
public class RequestLimitFilter implements ContainerRequestFilter, ContainerResponseFilter {

  static final int FIRST = 100;

  @Inject RequestGate gate;

  @Override
  public void filter(ContainerRequestContext request) {
    if (!(request.getProperty(RequestGate.ATTRIBUTE) instanceof RequestGate.Place)) {
      request.setProperty(RequestGate.ATTRIBUTE, gate.enter());
    }
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (request.getProperty(RequestGate.ATTRIBUTE) instanceof RequestGate.Place place) {
      place.leave();
    }
  }
}
