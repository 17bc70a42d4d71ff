package io.awaken.core.store.suspension;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.suspension.Approver;

/**
 * Decides who sees and decides a question. Those whom its ticket names as approvers see it and its
 * call, even if they may not read the thread. A question that names none is for callers who may
 * decide in the thread, and for the one whose run asks.
 */
public final class QuestionAccess {

  private QuestionAccess() {}

  /**
   * Whether a caller sees a question and its call.
   *
   * @param thread who may use its thread
   */
  public static boolean sees(Caller caller, SuspensionRecord question, ThreadAccess thread) {
    return question.seenBy(caller)
        && (thread.allows(caller, ThreadAction.READ)
            || inThread(caller, question, thread)
            || named(caller, question));
  }

  /** Whether the thread lets a caller decide a question that names no approver. */
  public static boolean inThread(Caller caller, SuspensionRecord question, ThreadAccess thread) {
    return thread.allows(caller, ThreadAction.DECIDE)
        || caller.subject().equals(question.requester())
            && thread.allows(caller, ThreadAction.WRITE);
  }

  private static boolean named(Caller caller, SuspensionRecord question) {
    Approver approver = question.ticket().approver();
    boolean other = !caller.anonymous() && !caller.subject().equals(question.requester());
    return approver.role() == null
        ? approver.otherThanRequester() && other
        : caller.roles().contains(approver.role()) && (other || !approver.otherThanRequester());
  }
}
