package io.awaken.core.store.thread;

import io.awaken.core.message.Role;
import java.util.function.Supplier;

/** Whether, and where, a run may cut its thread. */
public sealed interface CutDecision permits Cut, CutRefusal {

  /**
   * Decides a cut. It never separates a call from its results: results follow their call and cannot
   * be cut at.
   *
   * @param found the message to supersede; null when the thread has no such message
   * @param input whether the run adds messages
   * @param last role of the last current, non-system message before it; null for none. Read only
   *     when needed
   */
  static CutDecision of(Found found, boolean input, Supplier<Role> last) {
    if (found == null || found.in() == null) {
      return CutRefusal.NOT_FOUND;
    }
    if (found.role() == Role.TOOL) {
      return CutRefusal.RESULT;
    }
    if (!input) {
      Role answered = last.get();
      if (answered != Role.USER && answered != Role.TOOL) {
        return CutRefusal.NOTHING_TO_ANSWER;
      }
    }
    return new Cut(found.messageId(), found.sequence(), found.in());
  }

  /**
   * A message of a thread.
   *
   * @param in the stretch that contains it; null when it is superseded
   */
  record Found(String messageId, long sequence, Role role, Stretch in) {}
}
