package io.awaken.core.store.thread;

/**
 * Where a run cuts its thread: a message and everything behind it is superseded, that is, kept and
 * not read any more (features row 240). Immutable.
 *
 * @param messageId the first message that is superseded
 * @param from its sequence number
 * @param in the stretch that has it
 */
public record Cut(String messageId, long from, Stretch in) implements CutDecision {

  /** What stays of the stretch; may be empty. */
  public Stretch kept() {
    return in.before(from);
  }

  /**
   * The tail behind the cut, empty so far.
   *
   * @param count messages of the thread when it is cut
   */
  public Tail tail(long count) {
    return new Tail(count, in.earlier() + from - in.first());
  }
}
