package io.awaken.server.tool;

/** A bean whose methods are tools. Thread-safe: calls of several runs open leases at once. */
public interface ToolBean {

  /** The class that carries the annotations. */
  Class<?> type();

  /** The type by which the bean is called: its class, or an interface that it is known by. */
  Class<?> calledBy(java.lang.reflect.Method method);

  /** Makes the bean ready for one call, on the calling thread; that thread closes the lease. */
  Lease open();

  /** One call's hold on the bean. */
  interface Lease extends AutoCloseable {

    /** What to call: the bean's proxy, so that interceptors apply. */
    Object reference();

    /** Ends the call's contexts and destroys what was made for it alone. */
    @Override
    void close();
  }
}
