package io.awaken.server.tool;

import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;

/**
 * A bean of the application, called through its proxy. Each call gets the application's class
 * loader, its own request context, and destroys its dependent objects. A run's thread has none of
 * these by itself.
 */
final class CdiBean implements ToolBean {

  private final BeanManager manager;
  private final Bean<?> bean;
  private final Class<?> referenceType;
  private final ClassLoader loader;
  private final RequestContexts contexts;

  CdiBean(BeanManager manager, Bean<?> bean, Class<?> referenceType, ClassLoader loader) {
    this.manager = manager;
    this.bean = bean;
    this.referenceType = referenceType;
    this.loader = loader;
    this.contexts = new RequestContexts(manager);
  }

  @Override
  public Lease open() {
    return new CallLease();
  }

  private final class CallLease implements Lease {

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private final CreationalContext<?> dependents = manager.createCreationalContext(null);
    private RequestContexts.Begun context;
    private final Object reference;

    CallLease() {
      Thread.currentThread().setContextClassLoader(loader);
      try {
        context = contexts.begin();
        reference = manager.getReference(bean, referenceType, dependents);
      } catch (RuntimeException | Error e) {
        close();
        throw e;
      }
    }

    @Override
    public Object reference() {
      return reference;
    }

    /** Dependent objects first: their destruction may need the request context. */
    @Override
    public void close() {
      try {
        dependents.release();
      } finally {
        try {
          if (context != null) {
            context.close();
          }
        } finally {
          Thread.currentThread().setContextClassLoader(before);
        }
      }
    }
  }
}
