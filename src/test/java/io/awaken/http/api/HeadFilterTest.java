package io.awaken.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.http.openapi.Route;
import io.awaken.server.AwakenApplication;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** HEAD is answered like GET without content, if GET returns at once. */
class HeadFilterTest {

  @Test
  void headIsRefusedOnRoutesThatWaitOrStream() {
    List<String> refused =
        routes()
            .filter(route -> HeadFilter.refuses("HEAD", route))
            .map(route -> route.getAnnotation(Route.class).name())
            .toList();

    assertThat(refused)
        .containsExactlyInAnyOrder("streamRunEvents", "streamThreadEvents", "waitForRun");
  }

  @Test
  void noOtherMethodIsRefused() {
    assertThat(routes())
        .isNotEmpty()
        .noneMatch(route -> HeadFilter.refuses("GET", route) || HeadFilter.refuses("POST", route));
  }

  private static Stream<Method> routes() {
    return new AwakenApplication()
        .getClasses().stream()
            .flatMap(type -> Stream.of(type.getDeclaredMethods()))
            .filter(method -> method.isAnnotationPresent(Route.class));
  }
}
