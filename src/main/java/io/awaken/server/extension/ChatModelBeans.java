package io.awaken.server.extension;

import io.awaken.provider.langchain4j.ModelBeans;
import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
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

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Key, Object> found = new HashMap<>();
  private final BeanManager manager;
  private final LastingBeans beans;

  private record Key(Class<?> type, String name) {}

  public ChatModelBeans(BeanManager manager) {
    this.manager = manager;
    this.beans = new LastingBeans(manager);
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
        model = get(bean, type);
        found.put(key, model);
      }
      return type.cast(model);
    } finally {
      lock.unlock();
    }
  }

  private Bean<?> bean(Class<?> type, String name) {
    Annotation which = name == null ? Any.Literal.INSTANCE : NamedLiteral.of(name);
    Set<Bean<?>> candidates = beans.find(type, which);
    if (candidates.isEmpty()) {
      return null;
    }
    try {
      return manager.resolve(candidates);
    } catch (AmbiguousResolutionException e) {
      throw new IllegalArgumentException(
          "several beans are a %s: adapter_options.bean must name one of %s"
              .formatted(type.getSimpleName(), names(candidates)),
          e);
    }
  }

  /** A provider reports what is wrong with its bean. */
  private <T> T get(Bean<?> bean, Class<T> type) {
    try {
      return beans.get(bean, type, "the bean " + shown(bean));
    } catch (IllegalStateException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
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
    beans.close();
  }
}
