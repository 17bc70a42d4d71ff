package io.awaken.server.tool;

import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Request contexts for calls on threads without one. Controllers are pooled, since creating one
 * takes longer than a quick call. Thread-safe.
 */
final class RequestContexts {

  private final BeanManager manager;
  private final Queue<RequestContextController> idle = new ConcurrentLinkedQueue<>();

  RequestContexts(BeanManager manager) {
    this.manager = manager;
  }

  /** Starts a context on this thread, unless it has one. */
  Begun begin() {
    RequestContextController known = idle.poll();
    RequestContextController controller = known == null ? made() : known;
    return new Begun(controller, controller.activate());
  }

  private RequestContextController made() {
    Bean<?> bean = manager.resolve(manager.getBeans(RequestContextController.class));
    return (RequestContextController)
        manager.getReference(
            bean, RequestContextController.class, manager.createCreationalContext(null));
  }

  /** The context of one call. */
  final class Begun implements AutoCloseable {

    private final RequestContextController controller;
    private final boolean own;

    private Begun(RequestContextController controller, boolean own) {
      this.controller = controller;
      this.own = own;
    }

    /** Ends the context if this call started it; on the same thread. */
    @Override
    public void close() {
      if (own) {
        controller.deactivate();
      }
      idle.add(controller);
    }
  }
}
