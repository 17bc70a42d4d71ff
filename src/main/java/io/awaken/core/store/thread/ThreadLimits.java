package io.awaken.core.store.thread;

/**
 * How much a thread may hold. What does not fit any more is refused before anything of it is
 * stored. A run whose own messages pass a limit writes the step that does so and ends then; so a
 * thread is longer than its limit by one step at the most.
 *
 * @param messages at the most; default 100,000
 * @param bytes of its messages, as {@link io.awaken.core.message.MessageBytes} counts them, and of
 *     its uploads together; default 256 MiB. An upload counts when it is stored, and again in each
 *     message that refers to it
 */
public record ThreadLimits(long messages, long bytes) {

  /** What clients and operators read where a limit of a thread ends something. */
  public static final String CODE = "thread_full";

  public static final ThreadLimits DEFAULT = new ThreadLimits(100_000, 256L << 20);

  /** For stores whose threads nothing limits. */
  public static final ThreadLimits NONE = new ThreadLimits(Long.MAX_VALUE, Long.MAX_VALUE);

  /** Whether a thread that holds so much has room for so much more. */
  public boolean hasRoom(long heldMessages, long heldBytes, long moreMessages, long moreBytes) {
    return heldMessages + moreMessages <= messages && heldBytes + moreBytes <= bytes;
  }

  /** Whether no run may go on in a thread that holds so much. */
  public boolean full(long heldMessages, long heldBytes) {
    return heldMessages >= messages || heldBytes >= bytes;
  }

  /** Whether a thread that holds so much takes an upload of so many bytes. */
  public boolean takesUpload(long heldMessages, long heldBytes, long size) {
    return !full(heldMessages, heldBytes) && hasRoom(heldMessages, heldBytes, 0, size);
  }

  /** The limits for people. */
  public String told() {
    return "a thread holds at most %d messages and %d bytes".formatted(messages, bytes);
  }
}
