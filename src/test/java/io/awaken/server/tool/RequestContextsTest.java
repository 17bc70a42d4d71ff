package io.awaken.server.tool;

import static io.awaken.fixture.Answering.answering;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Request contexts of calls and their controllers. */
class RequestContextsTest {

  private int made;
  private int begun;
  private int ended;
  private boolean active;

  private final RequestContexts contexts = new RequestContexts(manager());

  private BeanManager manager() {
    Bean<?> bean = answering(Bean.class, Map.of());
    return answering(
        BeanManager.class,
        Map.of(
            "getBeans", args -> Set.of(),
            "resolve", args -> bean,
            "createCreationalContext", args -> answering(CreationalContext.class, Map.of()),
            "getReference", args -> controller()));
  }

  private RequestContextController controller() {
    made++;
    return answering(
        RequestContextController.class,
        Map.of(
            "activate",
            args -> {
              begun += active ? 0 : 1;
              return !active;
            },
            "deactivate",
            args -> ++ended));
  }

  @Test
  void callsOneAfterTheOtherNeedOneController() {
    for (int i = 0; i < 3; i++) {
      contexts.begin().close();
    }

    assertThat(made).isEqualTo(1);
    assertThat(begun).isEqualTo(3);
    assertThat(ended).isEqualTo(3);
  }

  @Test
  void callsAtTheSameTimeHaveOneEach() {
    RequestContexts.Begun first = contexts.begin();
    RequestContexts.Begun second = contexts.begin();
    second.close();
    first.close();

    assertThat(made).isEqualTo(2);
    assertThat(ended).isEqualTo(2);
  }

  @Test
  void theContextOfTheRequestStays() {
    active = true;
    contexts.begin().close();

    assertThat(ended).isZero();
  }
}
