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
 * Takes a place for every request before anything else is done for it, unless it waited for one in
 * front of the application. Here a request cannot wait: without a free place it is refused.
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
