package io.awaken.http.api;

import io.awaken.http.openapi.Route;
import io.awaken.server.AwakenApplication;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;

/** The routes of the application. */
public final class NativeRoutes {

  private NativeRoutes() {}

  static Stream<Method> all() {
    return new AwakenApplication()
        .getClasses().stream()
            .filter(type -> type.isAnnotationPresent(Path.class))
            .flatMap(type -> Stream.of(type.getMethods()))
            .filter(method -> method.isAnnotationPresent(Route.class));
  }

  static String path(Method route) {
    Path own = route.getAnnotation(Path.class);
    String of = route.getDeclaringClass().getAnnotation(Path.class).value();
    return own == null ? of : of + "/" + own.value();
  }

  /** The HTTP method. */
  static String verb(Method route) {
    return Stream.of(route.getAnnotations())
        .map(each -> each.annotationType().getAnnotation(HttpMethod.class))
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow()
        .value();
  }

  static String name(Method route) {
    return route.getAnnotation(Route.class).name();
  }

  /** The documented refusals of a route. */
  static Stream<Refused> refusedBy(Method route) {
    return Stream.of(route.getAnnotation(Route.class).refuses())
        .map(text -> text.split(" "))
        .flatMap(
            parts ->
                Arrays.stream(parts)
                    .skip(1)
                    .map(code -> new Refused(route, Integer.parseInt(parts[0]), code)));
  }

  /** Whether a route has a query parameter with this name. */
  static boolean reads(Method route, String query) {
    return Stream.of(route.getParameters())
        .flatMap(
            each ->
                each.isAnnotationPresent(BeanParam.class)
                    ? fields(each.getType())
                    : Stream.of(each))
        .map(each -> each.getAnnotation(QueryParam.class))
        .anyMatch(named -> named != null && named.value().equals(query));
  }

  /** The fields of a class of parameters. */
  public static Stream<Field> fields(Class<?> type) {
    return type == null
        ? Stream.of()
        : Stream.concat(fields(type.getSuperclass()), Stream.of(type.getDeclaredFields()));
  }

  /** Whether a route documents this refusal code. */
  static boolean refuses(Method route, String code) {
    return refusedBy(route).anyMatch(refused -> refused.code().equals(code));
  }

  /** A route and one of its refusals. */
  record Refused(Method route, int status, String code) {
    @Override
    public String toString() {
      return name(route) + " " + status + " " + code;
    }
  }
}
