package io.awaken.core.mailbox;

/** Another request came under the same idempotency key. */
public final class IdempotencyConflict extends RuntimeException {
  private static final long serialVersionUID = 1L;

  IdempotencyConflict(String key) {
    super("the key " + key + " was used for another request not long ago");
  }
}
