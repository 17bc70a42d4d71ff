package io.awaken.server.extension;

import io.awaken.core.context.TokenEstimator;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The token estimator (features row 1041): the managed bean that implements {@link TokenEstimator},
 * in the WAR or its libraries, or else the heuristic. Looked up once at start.
 */
public final class EstimatorBean implements AutoCloseable {

  private final LastingBeans beans;
  private final TokenEstimator estimator;

  /**
   * @throws IllegalStateException naming the beans when there are several, or one whose scope ends
   *     before the server does
   */
  public EstimatorBean(BeanManager manager) {
    beans = new LastingBeans(manager);
    Set<Bean<?>> found = beans.find(TokenEstimator.class, Any.Literal.INSTANCE);
    if (found.size() > 1) {
      throw new IllegalStateException(
          "only one bean may be a TokenEstimator, these are: "
              + found.stream()
                  .map(bean -> bean.getBeanClass().getName())
                  .collect(Collectors.toCollection(TreeSet::new)));
    }
    estimator =
        beans.all(TokenEstimator.class, "token estimator").stream()
            .findFirst()
            .orElse(TokenEstimator.HEURISTIC);
  }

  public TokenEstimator estimator() {
    return estimator;
  }

  @Override
  public void close() {
    beans.close();
  }
}
