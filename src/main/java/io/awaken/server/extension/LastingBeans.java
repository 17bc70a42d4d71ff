package io.awaken.server.extension;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Singleton;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Set;

/**
 * Beans of the application, in the WAR and in its libraries, of which one instance serves all runs
 * until the server ends. Thread-safe.
 */
final class LastingBeans implements AutoCloseable {

  private static final Set<Class<? extends Annotation>> SCOPES =
      Set.of(ApplicationScoped.class, Dependent.class, Singleton.class);

  private final BeanManager manager;
  private final CreationalContext<?> references;

  LastingBeans(BeanManager manager) {
    this.manager = manager;
    this.references = manager.createCreationalContext(null);
  }

  Set<Bean<?>> find(Class<?> type, Annotation qualifier) {
    return manager.getBeans(type, qualifier);
  }

  /** The instances of all beans of a type; {@code what} names the type in errors. */
  <T> List<T> all(Class<T> type, String what) {
    return find(type, Any.Literal.INSTANCE).stream()
        .map(bean -> get(bean, type, what + " " + bean.getBeanClass().getName()))
        .toList();
  }

  /**
   * The instance of a bean.
   *
   * @param shown the bean in errors
   * @throws IllegalStateException when its scope ends before the server does
   */
  <T> T get(Bean<?> bean, Class<T> type, String shown) {
    if (!SCOPES.contains(bean.getScope())) {
      throw new IllegalStateException(
          "%s is @%s; one instance serves all runs, so it must be @ApplicationScoped, @Singleton or @Dependent"
              .formatted(shown, bean.getScope().getSimpleName()));
    }
    return type.cast(manager.getReference(bean, type, references));
  }

  /** Releases the instances that were created for this server only. */
  @Override
  public void close() {
    references.release();
  }
}
