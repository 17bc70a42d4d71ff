package io.awaken.http.api;

import io.awaken.core.text.WholeText;
import io.awaken.http.security.Refusal;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.ext.Provider;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Refuses queries with undeclared parameters, and parameters given twice or under two names: a
 * misspelt filter would list everything.
 */
@Provider
@ApplicationScoped
public class QueryFilter implements ContainerRequestFilter {

  private static final int SHOWN = 64;

  private final Map<Method, Set<String>> declared = new ConcurrentHashMap<>();

  @Context ResourceInfo matched;

  @Override
  public void filter(ContainerRequestContext request) {
    var sent = request.getUriInfo().getQueryParameters();
    if (!sent.isEmpty()) {
      check(declared.computeIfAbsent(matched.getResourceMethod(), QueryFilter::names), sent);
    }
  }

  /** Returns the names of a route's parameters. */
  static Set<String> names(Method route) {
    return Stream.of(route.getParameters())
        .flatMap(
            each ->
                each.isAnnotationPresent(BeanParam.class)
                    ? fields(each.getType())
                    : Stream.of(each))
        .filter(each -> each.isAnnotationPresent(QueryParam.class))
        .map(each -> each.getAnnotation(QueryParam.class).value())
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Stream<AnnotatedElement> fields(Class<?> type) {
    return type == null
        ? Stream.of()
        : Stream.concat(fields(type.getSuperclass()), Stream.of(type.getDeclaredFields()));
  }

  /**
   * @throws io.awaken.http.security.RefusedException 400 naming the parameter
   */
  static void check(Set<String> declared, Map<String, List<String>> sent) {
    var given = new HashSet<String>();
    sent.forEach(
        (name, values) -> {
          if (!declared.contains(name)) {
            String shown = name.length() <= SHOWN ? name : WholeText.cut(name, SHOWN) + "...";
            throw Refusal.bad("unknown_parameter", "unknown parameter: " + shown)
                .about(shown)
                .exception();
          }
          if (values.size() > 1 || !given.add(inSnakeCase(name))) {
            throw Refusal.bad("duplicate_parameter", "parameter given twice: " + name)
                .about(name)
                .exception();
          }
        });
  }

  private static String inSnakeCase(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}
