package io.awaken.http.api;

import io.awaken.http.openapi.RoutePaths;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.ext.Provider;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Records the matched route of a request, as declared by the application. */
@Provider
@Priority(MatchedRoute.FIRST)
@ApplicationScoped
public class MatchedRoute implements ContainerRequestFilter {

  /** Before filters that refuse requests. */
  static final int FIRST = 50;

  /** The request property with the route. */
  static final String PROPERTY = "io.awaken.http.api.route";

  private static final String ROOT = "/v1";

  private final Map<Method, String> paths = new ConcurrentHashMap<>();

  @Context ResourceInfo matched;

  @Override
  public void filter(ContainerRequestContext request) {
    request.setProperty(
        PROPERTY,
        paths.computeIfAbsent(matched.getResourceMethod(), method -> RoutePaths.of(ROOT, method)));
  }
}
