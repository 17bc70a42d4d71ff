package io.awaken.core.store.thread;

/**
 * Maximum size of a thread. A submission or upload that does not fit is refused before anything is
 * stored. A run that passes a limit commits that step and ends, so a thread exceeds its limit by at
 * most one step.
 *
 * @param messages maximum number; default 100,000
 * @param bytes maximum bytes of messages, as {@link io.awaken.core.message.MessageBytes} counts
 *     them, and uploads together; default 256 MiB. An upload counts when it is stored, and again in
 *     each message that refers to it
 */
public record ThreadLimits(long messages, long bytes) {

  /** The error code when a thread limit is reached. */
  public static final String CODE = "thread_full";

  public static final ThreadLimits DEFAULT = new ThreadLimits(100_000, 256L << 20);

  /** Returns whether a thread of this size has room for this much more. */
  public boolean hasRoom(long heldMessages, long heldBytes, long moreMessages, long moreBytes) {
    return heldMessages + moreMessages <= messages && heldBytes + moreBytes <= bytes;
  }

  /** Returns whether no run can continue in a thread of this size. */
  public boolean full(long heldMessages, long heldBytes) {
    return heldMessages >= messages || heldBytes >= bytes;
  }

  /** Returns whether a thread of this size accepts an upload of this size. */
  public boolean takesUpload(long heldMessages, long heldBytes, long size) {
    return !full(heldMessages, heldBytes) && hasRoom(heldMessages, heldBytes, 0, size);
  }

  public String description() {
    return "a thread may have at most %d messages and %d bytes".formatted(messages, bytes);
  }
}
