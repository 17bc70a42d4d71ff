package io.awaken.config.registry;

import io.awaken.provider.langchain4j.ModelBeans;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Singleton;
import java.lang.annotation.Annotation;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The models of LangChain4j among the beans of the application, in the WAR and in its libraries.
 * Each is looked up once, when a provider first names it. Thread-safe.
 */
public final class ChatModelBeans implements ModelBeans, AutoCloseable {

  /** One instance serves all runs. */
  private static final Set<Class<? extends Annotation>> SCOPES =
      Set.of(ApplicationScoped.class, Dependent.class, Singleton.class);

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Key, Object> found = new HashMap<>();
  private final BeanManager manager;
  private final CreationalContext<?> references;

  private record Key(Class<?> type, String name) {}

  public ChatModelBeans(BeanManager manager) {
    this.manager = manager;
    this.references = manager.createCreationalContext(null);
  }

  @Override
  public <T> T find(Class<T> type, String name) {
    var key = new Key(type, name);
    lock.lock();
    try {
      Object model = found.get(key);
      if (model == null) {
        Bean<?> bean = bean(type, name);
        if (bean == null) {
          return null;
        }
        model = manager.getReference(bean, type, references);
        found.put(key, model);
      }
      return type.cast(model);
    } finally {
      lock.unlock();
    }
  }

  private Bean<?> bean(Class<?> type, String name) {
    Annotation which = name == null ? Any.Literal.INSTANCE : NamedLiteral.of(name);
    Set<Bean<?>> beans = manager.getBeans(type, which);
    if (beans.isEmpty()) {
      return null;
    }
    Bean<?> bean;
    try {
      bean = manager.resolve(beans);
    } catch (AmbiguousResolutionException e) {
      throw new IllegalArgumentException(
          "several beans are a %s: adapter_options.bean must name one of %s"
              .formatted(type.getSimpleName(), names(beans)),
          e);
    }
    if (!SCOPES.contains(bean.getScope())) {
      throw new IllegalArgumentException(
          "the bean %s is @%s; one instance serves all runs, so it must be @ApplicationScoped, @Singleton or @Dependent"
              .formatted(shown(bean), bean.getScope().getSimpleName()));
    }
    return bean;
  }

  private static String names(Set<Bean<?>> beans) {
    return String.join(", ", beans.stream().map(ChatModelBeans::shown).sorted().toList());
  }

  private static String shown(Bean<?> bean) {
    return bean.getName() == null ? "the unnamed " + bean.getBeanClass().getName() : bean.getName();
  }

  /** Releases the beans that were created for this server only. */
  @Override
  public void close() {
    references.release();
  }
}
