package io.awaken.core.store;

/**
 * The store does not answer now: it cannot be reached, has no room, or had no connection free in
 * time. The same call may succeed a little later; it is never a refused row or a mistake of ours.
 * Whatever the call was to write is either written whole or not at all, and mostly not at all. Any
 * method of a port of this package may throw it.
 */
public final class StoreUnavailable extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param message for the log; may name the database's address
   * @param cause what the driver or the pool said; null when nothing was tried
   */
  public StoreUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
