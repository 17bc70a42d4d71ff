package io.awaken.core.store.thread;

/**
 * How much of a conversation a run reads, counted from the newest message back.
 *
 * @param bytes of the messages, as {@link io.awaken.core.message.MessageBytes} counts them; default
 *     4 MiB
 * @param messages at the most; default 2,000
 */
public record WindowLimits(long bytes, int messages) {

  public static final WindowLimits DEFAULT = new WindowLimits(4 << 20, 2_000);

  /** The whole of any conversation that a table can hold. */
  public static final WindowLimits WHOLE = new WindowLimits(Long.MAX_VALUE / 8, 1_000_000_000);

  /**
   * How many of the bytes system messages may take that are older than the rest of the window: a
   * quarter.
   */
  public long systemBytes() {
    return bytes / 4;
  }

  /** Whether a conversation of this size is within the limits. */
  public boolean holds(long otherBytes, long otherMessages) {
    return otherBytes <= bytes && otherMessages <= messages;
  }
}
