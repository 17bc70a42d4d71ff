package io.awaken.core.store.thread;

/**
 * Messages of a thread without a gap, all of them current: no run has superseded them. Immutable.
 *
 * @param first sequence number of the first; they count from 1
 * @param last sequence number of the last; one less than the first when there are none
 * @param earlier current messages of the thread before the first
 */
public record Stretch(long first, long last, long earlier) {

  public boolean has(long sequence) {
    return sequence >= first && sequence <= last;
  }

  public boolean empty() {
    return last < first;
  }

  /** The part before a message. */
  public Stretch before(long sequence) {
    return new Stretch(first, sequence - 1, earlier);
  }

  /** Current messages of the thread up to a message of this stretch, with that one. */
  public long upTo(long sequence) {
    return earlier + sequence - first + 1;
  }
}
