package io.awaken.core.store.thread;

/**
 * A range of current messages without a gap. Immutable.
 *
 * @param first sequence number of the first message, from 1
 * @param last sequence number of the last; one less than the first when empty
 * @param earlier number of current messages before the first
 */
public record Stretch(long first, long last, long earlier) {

  public boolean has(long sequence) {
    return sequence >= first && sequence <= last;
  }

  public boolean empty() {
    return last < first;
  }

  /** Returns the part before a message. */
  public Stretch before(long sequence) {
    return new Stretch(first, sequence - 1, earlier);
  }

  /** Counts the current messages up to and including a message of this stretch. */
  public long upTo(long sequence) {
    return earlier + sequence - first + 1;
  }
}
