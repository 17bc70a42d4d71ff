package io.awaken.protocol.agui;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Rows;
import io.awaken.protocol.aisdk.routes.ChatResource;
import io.awaken.server.AwakenApplication;
import jakarta.ws.rs.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server finds each route: it searches only the classes of the path that matches best (Jakarta
 * REST, section 3.7.2).
 */
@Rows(239)
class AguiRoutesTest {

  @ParameterizedTest
  @ValueSource(classes = {AguiResource.class, ChatResource.class})
  void noOtherClassHidesARoute(Class<?> resource) {
    String root = resource.getAnnotation(Path.class).value();
    assertThat(new AwakenApplication().getClasses())
        .filteredOn(type -> type.isAnnotationPresent(Path.class))
        .filteredOn(type -> (type.getAnnotation(Path.class).value() + "/").startsWith(root + "/"))
        .containsExactly(resource);
  }

  @Test
  void eachRouteHasAPath() {
    assertThat(Arrays.stream(AguiResource.class.getMethods()))
        .filteredOn(method -> method.getDeclaringClass() == AguiResource.class)
        .hasSize(7)
        .allMatch(method -> method.isAnnotationPresent(Path.class));
  }
}
