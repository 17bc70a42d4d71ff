package io.awaken.server.tool;

/**
 * The bean that a tool's method belongs to. Thread-safe: calls of several runs open leases at once.
 */
@FunctionalInterface
public interface ToolBean {

  /** Prepares the bean for one call, on the calling thread, which also closes the lease. */
  Lease open();

  /** One call's use of the bean. */
  interface Lease extends AutoCloseable {

    /** The bean's proxy, so that interceptors apply. */
    Object reference();

    /** Ends the call's contexts and destroys its dependent objects. */
    @Override
    void close();
  }
}
