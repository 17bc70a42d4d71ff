package io.awaken.server.tool;

/**
 * The bean that a tool's method belongs to. Thread-safe: calls of several runs open leases at once.
 */
@FunctionalInterface
public interface ToolBean {

  /** Makes the bean ready for one call, on the calling thread, which also closes the lease. */
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
