package io.awaken.core.store.thread;

import io.awaken.core.message.Role;
import io.awaken.core.run.TerminationReason;

/** Whether, and where, a run may cut its thread. */
public sealed interface CutDecision {

  /**
   * Decides a cut. It never separates a call from its results: results follow their call and cannot
   * be cut at.
   *
   * @param found the message to supersede; null when the thread has no such message
   * @param last role of the last current, non-system message before it, if {@link Found#needsLast};
   *     null for none
   */
  static CutDecision of(Found found, Role last) {
    if (found == null || found.stretch() == null) {
      return CutRefusal.NOT_FOUND;
    }
    if (found.role() == Role.TOOL) {
      return CutRefusal.RESULT;
    }
    if (found.needsLast() && last != Role.USER && last != Role.TOOL) {
      return CutRefusal.NOTHING_TO_ANSWER;
    }
    return new Cut(found.messageId(), found.sequence(), found.stretch());
  }

  /**
   * A message of a thread.
   *
   * @param stretch the stretch that contains it; null when it is superseded
   * @param input whether the run that supersedes it adds messages
   */
  record Found(String messageId, long sequence, Role role, Stretch stretch, boolean input) {

    /** Whether the decision depends on the message before it. */
    public boolean needsLast() {
      return !input && stretch != null && role != Role.TOOL;
    }
  }

  /**
   * Where a run cuts its thread: a message and everything after it become superseded: stored, but
   * no longer read (features row 240). Immutable.
   *
   * @param messageId the first message that is superseded
   * @param from sequence number of that message
   * @param stretch the stretch that contains it
   */
  record Cut(String messageId, long from, Stretch stretch) implements CutDecision {

    /** Returns the remaining part of the stretch; may be empty. */
    public Stretch kept() {
      return stretch.before(from);
    }

    /**
     * Returns the empty tail after the cut.
     *
     * @param count messages of the thread at the cut
     */
    public Tail tail(long count) {
      return new Tail(count, stretch.earlier() + from - stretch.first());
    }
  }

  /** Why a thread cannot be cut at a message. */
  enum CutRefusal implements CutDecision {
    NOT_FOUND("message_not_found", "the thread has no such message, or it is superseded already"),
    /** Cutting here would leave a call without its result. */
    RESULT(
        "result_of_a_call",
        "the message is the result of a tool call; name the message with the call"),
    /** The run adds no message, and no message remains for a model to answer. */
    NOTHING_TO_ANSWER("nothing_to_answer", "no message of a user or a tool remains to be answered");

    /** The stable code for clients, in lower case with underscores. */
    private final String code;

    private final String text;

    CutRefusal(String code, String text) {
      this.code = code;
      this.text = text;
    }

    public String text() {
      return text;
    }

    /** The ending of an accepted run that cannot cut its thread when it starts. */
    public TerminationReason.Error ending() {
      return new TerminationReason.Error(code + ": " + text);
    }
  }
}
