package io.awaken.protocol.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Rows;
import io.awaken.http.openapi.RoutePaths;
import io.awaken.server.AwakenApplication;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The routes of both bindings. */
@Rows(241)
class A2aRoutesTest {

  private static List<String> paths() {
    return Stream.of(A2aResource.class.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(Path.class))
        .map(method -> RoutePaths.of("/v1", method))
        .toList();
  }

  @Test
  void noOtherClassHidesARoute() {
    assertThat(new AwakenApplication().getClasses())
        .filteredOn(type -> type.isAnnotationPresent(Path.class))
        .filteredOn(type -> type.getAnnotation(Path.class).value().startsWith("a2a"))
        .containsExactly(A2aResource.class);
  }

  @Test
  void metricsNameRoutesWithoutTheirPatterns() {
    assertThat(paths())
        .contains(
            "/v1/a2a/{tenant}",
            "/v1/a2a/{tenant}message:send",
            "/v1/a2a/{tenant}tasks/{id}:subscribe",
            "/v1/a2a/{tenant}tasks/{task}/pushNotificationConfigs/{id}")
        .noneMatch(path -> path.contains("["));
  }
}
