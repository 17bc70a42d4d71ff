package io.awaken.http.api;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.ext.Provider;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * Refuses HEAD on routes whose GET waits or streams: the client would receive no byte, and would
 * occupy a stream.
 */
@Provider
@ApplicationScoped
public class HeadFilter implements ContainerRequestFilter {

  @Context ResourceInfo matched;

  /** Has the method as sent; one of the servers reports GET while matching the route. */
  @Context HttpServletRequest sent;

  @Override
  public void filter(ContainerRequestContext request) {
    if (refuses(sent.getMethod(), matched.getResourceMethod())) {
      throw new NotAllowedException(HttpMethod.GET);
    }
  }

  static boolean refuses(String method, Method route) {
    return method.equals(HttpMethod.HEAD)
        && route.isAnnotationPresent(GET.class)
        && Arrays.stream(route.getParameters())
            .anyMatch(each -> each.isAnnotationPresent(Suspended.class));
  }
}
