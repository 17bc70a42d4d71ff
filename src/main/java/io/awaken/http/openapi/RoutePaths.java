package io.awaken.http.openapi;

import jakarta.ws.rs.Path;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The paths of routes from their annotations, with named parameters. */
public final class RoutePaths {

  /** A parameter with a pattern. */
  private static final Pattern PATTERN = Pattern.compile("\\{(\\w+):[^{}]*}");

  private RoutePaths() {}

  /**
   * @param root the path of the application
   * @param method a method of one of its resources
   */
  public static String of(String root, Method method) {
    return Stream.of(
            root,
            part(method.getDeclaringClass().getAnnotation(Path.class)),
            part(method.getAnnotation(Path.class)))
        .flatMap(part -> Arrays.stream(part.split("/")))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("/", "/", ""));
  }

  private static String part(Path path) {
    return path == null ? "" : PATTERN.matcher(path.value()).replaceAll("{$1}");
  }
}
