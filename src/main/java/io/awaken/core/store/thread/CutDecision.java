package io.awaken.core.store.thread;

import io.awaken.core.message.Role;
import java.util.function.Supplier;

/** Whether, and where, a run may cut its thread. */
public sealed interface CutDecision permits Cut, CutRefusal {

  /**
   * Decides about a cut. A call and its results are never separated: results are behind their call,
   * and none of them can be named itself.
   *
   * @param found the message that is to be superseded; null when the thread has none of that id
   * @param input whether the run brings messages of its own
   * @param last who says the last message before it that is current and none of the system; null
   *     for none. Asked only when that matters
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
   * @param in the stretch that has it; null when it is superseded
   */
  record Found(String messageId, long sequence, Role role, Stretch in) {}
}
