package io.awaken.core.store;

/**
 * The store is temporarily unavailable: unreachable, out of space, or without a free connection.
 * Retrying the call may succeed; no row was rejected and the caller made no mistake. The call's
 * writes are stored completely or not at all, usually not at all. Any method of a port in this
 * package may throw it.
 */
public final class StoreUnavailable extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param message for the log; may name the database's address
   * @param cause the driver's or the pool's exception; null when no call was attempted
   */
  public StoreUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
