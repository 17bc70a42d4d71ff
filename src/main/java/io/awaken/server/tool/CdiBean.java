package io.awaken.server.tool;

import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;

/**
 * A bean of the application, called through its proxy. Around each call: the application's class
 * loader, a request context of the call's own, and an end for what depends on the call. A run's
 * thread has none of these by itself.
 */
final class CdiBean implements ToolBean {

  private final BeanManager manager;
  private final Bean<?> bean;
  private final Class<?> referenceType;
  private final ClassLoader loader;

  CdiBean(BeanManager manager, Bean<?> bean, Class<?> referenceType, ClassLoader loader) {
    this.manager = manager;
    this.bean = bean;
    this.referenceType = referenceType;
    this.loader = loader;
  }

  @Override
  public Lease open() {
    return new CallLease();
  }

  private final class CallLease implements Lease {

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private final CreationalContext<?> dependents = manager.createCreationalContext(null);
    private boolean activated;
    private RequestContextController controller;
    private final Object reference;

    CallLease() {
      Thread.currentThread().setContextClassLoader(loader);
      try {
        Bean<?> controllerBean = manager.resolve(manager.getBeans(RequestContextController.class));
        controller =
            (RequestContextController)
                manager.getReference(controllerBean, RequestContextController.class, dependents);
        activated = controller.activate();
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

    /** Dependents first: their end may still need the request. */
    @Override
    public void close() {
      try {
        dependents.release();
      } finally {
        try {
          if (activated) {
            controller.deactivate();
          }
        } finally {
          Thread.currentThread().setContextClassLoader(before);
        }
      }
    }
  }
}
