package io.awaken.protocol.agui;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Rows;
import jakarta.ws.rs.Path;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A server finds each route: it searches only the classes of the path that matches best (Jakarta
 * REST, section 3.7.2).
 */
@Rows(239)
class AguiRoutesTest {

  private record Route(String of, String path) {}

  private static List<Route> routes() {
    return AguiRoutes.RESOURCES.stream()
        .flatMap(
            type ->
                Arrays.stream(type.getDeclaredMethods())
                    .filter(method -> method.isAnnotationPresent(Path.class))
                    .map(method -> route(type, method)))
        .toList();
  }

  private static Route route(Class<?> type, Method method) {
    String root = type.getAnnotation(Path.class).value();
    return new Route(root, root + "/" + method.getAnnotation(Path.class).value());
  }

  /** The path of the classes that are searched: the one with the most literal characters. */
  private static String chosen(String request) {
    return paths()
        .filter(path -> request.matches(path.replaceAll("\\{[^}]+}", "[^/]+") + "(/.*)?"))
        .max(Comparator.comparingInt(path -> path.replaceAll("\\{[^}]+}", "").length()))
        .orElseThrow();
  }

  private static Stream<String> paths() {
    return AguiRoutes.RESOURCES.stream()
        .map(type -> type.getAnnotation(Path.class).value())
        .distinct();
  }

  @Test
  void eachRouteIsInAMatchedClass() {
    assertThat(routes())
        .hasSize(7)
        .allSatisfy(
            route ->
                assertThat(chosen(route.path().replaceAll("\\{[^}]+}", "x")))
                    .as(route.path())
                    .isEqualTo(route.of()));
  }
}
