package io.awaken.core.store.thread;

/**
 * How much of a conversation a run reads, counted back from the newest message.
 *
 * @param bytes maximum bytes of the messages, as {@link io.awaken.core.message.MessageBytes} counts
 *     them; default 4 MiB
 * @param messages maximum number; default 2,000
 */
public record WindowLimits(long bytes, int messages) {

  public static final WindowLimits DEFAULT = new WindowLimits(4 << 20, 2_000);

  /** No limit. */
  public static final WindowLimits WHOLE = new WindowLimits(Long.MAX_VALUE / 8, 1_000_000_000);

  /** Returns the maximum bytes of system messages older than the rest of the window: a quarter. */
  public long systemBytes() {
    return bytes / 4;
  }

  /** Returns whether a conversation of this size is within the limits. */
  public boolean allows(long otherBytes, long otherMessages) {
    return otherBytes <= bytes && otherMessages <= messages;
  }
}
