package io.awaken.http.api;

import io.awaken.http.front.PublicAddress;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.net.URI;

/**
 * Replaces the address of the application in {@code Location} by the public one. Routes know only
 * the request's: behind a gateway, without TLS and without the gateway's path.
 */
@Provider
@ApplicationScoped
public class LocationFilter implements ContainerResponseFilter {

  @Inject PublicAddress address;
  @Context HttpServletRequest sent;

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    URI location = response.getLocation();
    if (location != null) {
      response.getHeaders().putSingle(HttpHeaders.LOCATION, published(location));
    }
  }

  /** Unchanged when there is no public address: the request's host is not accepted. */
  URI published(URI location) {
    String within = location.getRawPath().substring(sent.getContextPath().length());
    return address.of(sent).map(base -> URI.create(base + within)).orElse(location);
  }
}
