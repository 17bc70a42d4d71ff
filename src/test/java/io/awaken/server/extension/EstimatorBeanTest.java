package io.awaken.server.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.context.TokenEstimator;
import io.awaken.fixture.Rows;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The bean that estimates tokens. */
@Rows(1041)
class EstimatorBeanTest {

  private static final TokenEstimator OWN = answering(TokenEstimator.class, (method, args) -> 1L);

  private interface Answer {
    Object to(String method, Object[] arguments);
  }

  private static <T> T answering(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "hashCode" -> System.identityHashCode(proxy);
                  case "equals" -> proxy == arguments[0];
                  default -> answer.to(method.getName(), arguments);
                }));
  }

  private static Bean<?> bean(Class<?> type, Class<?> scope) {
    return answering(
        Bean.class,
        (method, arguments) ->
            switch (method) {
              case "getScope" -> scope;
              case "getBeanClass" -> type;
              default -> throw new IllegalStateException(method);
            });
  }

  private static BeanManager manager(Bean<?>... beans) {
    return answering(
        BeanManager.class,
        (method, arguments) ->
            switch (method) {
              case "getBeans" -> Set.of(beans);
              case "createCreationalContext" ->
                  answering(CreationalContext.class, (of, none) -> null);
              case "getReference" -> OWN;
              default -> throw new IllegalStateException(method);
            });
  }

  @Test
  void withoutABeanTokensAreEstimated() {
    try (var found = new EstimatorBean(manager())) {
      assertThat(found.estimator()).isSameAs(TokenEstimator.HEURISTIC);
    }
  }

  @Test
  void aBeanReplacesTheHeuristic() {
    try (var found = new EstimatorBean(manager(bean(String.class, ApplicationScoped.class)))) {
      assertThat(found.estimator()).isSameAs(OWN);
    }
  }

  @Test
  void severalBeansAreRefusedWithTheirNames() {
    var two =
        manager(
            bean(String.class, ApplicationScoped.class),
            bean(Integer.class, ApplicationScoped.class));

    assertThatThrownBy(() -> new EstimatorBean(two))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("java.lang.Integer, java.lang.String");
  }

  @Test
  void aBeanThatEndsBeforeTheServerIsRefused() {
    var shortLived = manager(bean(String.class, RequestScoped.class));

    assertThatThrownBy(() -> new EstimatorBean(shortLived))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("java.lang.String is @RequestScoped");
  }
}
