package io.awaken.core.store.thread;

/**
 * Where a run cuts its thread: a message and everything after it become superseded: stored, but no
 * longer read (features row 240). Immutable.
 *
 * @param messageId the first message that is superseded
 * @param from sequence number of that message
 * @param in the stretch that contains it
 */
public record Cut(String messageId, long from, Stretch in) implements CutDecision {

  /** Returns the remaining part of the stretch; may be empty. */
  public Stretch kept() {
    return in.before(from);
  }

  /**
   * Returns the empty tail after the cut.
   *
   * @param count messages of the thread at the cut
   */
  public Tail tail(long count) {
    return new Tail(count, in.earlier() + from - in.first());
  }
}
