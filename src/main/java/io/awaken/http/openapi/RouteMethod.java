package io.awaken.http.openapi;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.eclipse.microprofile.openapi.models.PathItem;

/**
 * A resource method that handles requests.
 *
 * @param path from the application's context root
 * @param route null without the annotation
 */
record RouteMethod(String path, PathItem.HttpMethod verb, Method method, Route route) {

  /** The routes of an application, by path and method. */
  static List<RouteMethod> of(Application application) {
    String root = application.getClass().getAnnotation(ApplicationPath.class).value();
    return application.getClasses().stream()
        .filter(type -> type.isAnnotationPresent(Path.class))
        .flatMap(type -> Arrays.stream(type.getMethods()))
        .map(method -> of(root, method))
        .filter(Objects::nonNull)
        .sorted(Comparator.comparing(RouteMethod::path).thenComparing(RouteMethod::verb))
        .toList();
  }

  /** Whether requests have a body. */
  boolean hasBody() {
    return method.isAnnotationPresent(Consumes.class);
  }

  /** Whether it answers with a stream. */
  boolean streams() {
    return Arrays.stream(route.answers()).anyMatch(each -> each.stream() != void.class);
  }

  /** The first path segment after the application's path. */
  String group() {
    return path.split("/")[2];
  }

  private static RouteMethod of(String root, Method method) {
    String verb =
        Arrays.stream(method.getAnnotations())
            .map(Annotation::annotationType)
            .map(type -> type.getAnnotation(HttpMethod.class))
            .filter(Objects::nonNull)
            .map(HttpMethod::value)
            .findFirst()
            .orElse(null);
    if (verb == null) {
      return null;
    }
    return new RouteMethod(
        RoutePaths.of(root, method),
        PathItem.HttpMethod.valueOf(verb),
        method,
        method.getAnnotation(Route.class));
  }
}
