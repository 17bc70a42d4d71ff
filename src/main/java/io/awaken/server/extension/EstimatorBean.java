package io.awaken.server.extension;

import io.awaken.core.context.TokenEstimator;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Singleton;
import java.lang.annotation.Annotation;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The token estimator (features row 1041): the managed bean that implements {@link TokenEstimator},
 * in the WAR or its libraries, or else the heuristic. Looked up once at start.
 */
public final class EstimatorBean implements AutoCloseable {

  /** One instance serves all runs. */
  private static final Set<Class<? extends Annotation>> SCOPES =
      Set.of(ApplicationScoped.class, Dependent.class, Singleton.class);

  private final CreationalContext<?> references;
  private final TokenEstimator estimator;

  /**
   * @throws IllegalStateException naming the beans when there are several, or one whose scope ends
   *     before the server does
   */
  public EstimatorBean(BeanManager manager) {
    references = manager.createCreationalContext(null);
    Set<Bean<?>> beans = manager.getBeans(TokenEstimator.class, Any.Literal.INSTANCE);
    if (beans.size() > 1) {
      throw new IllegalStateException(
          "only one bean may be a TokenEstimator, these are: "
              + beans.stream()
                  .map(bean -> bean.getBeanClass().getName())
                  .collect(Collectors.toCollection(TreeSet::new)));
    }
    estimator = beans.isEmpty() ? TokenEstimator.HEURISTIC : of(manager, beans.iterator().next());
  }

  public TokenEstimator estimator() {
    return estimator;
  }

  @Override
  public void close() {
    references.release();
  }

  private TokenEstimator of(BeanManager manager, Bean<?> bean) {
    if (!SCOPES.contains(bean.getScope())) {
      throw new IllegalStateException(
          "token estimator "
              + bean.getBeanClass().getName()
              + " is @"
              + bean.getScope().getSimpleName()
              + "; it must be @ApplicationScoped, @Singleton or @Dependent");
    }
    return (TokenEstimator) manager.getReference(bean, TokenEstimator.class, references);
  }
}
