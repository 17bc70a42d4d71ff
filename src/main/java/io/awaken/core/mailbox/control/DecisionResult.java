package io.awaken.core.mailbox.control;

import io.awaken.core.store.suspension.SuspensionRecord;

/** What became of a decision. Switches over it have no default. */
public sealed interface DecisionResult {

  /**
   * It stands: taken now, or the same one was taken before.
   *
   * @param question as it is now
   */
  record Submitted(SuspensionRecord question) implements DecisionResult {}

  /**
   * There is nothing to decide, or nothing for this caller.
   *
   * @param kind {@code run}, {@code thread} or {@code suspension}
   * @param id what was asked for
   */
  record NotFound(String kind, String id) implements DecisionResult {}

  /**
   * The caller may not decide it.
   *
   * @param missing what it takes, as in "the role manager"
   */
  record NotAllowed(String missing) implements DecisionResult {}

  /**
   * A field does not fit.
   *
   * @param field as the wire names it
   * @param reason with the field and its rule
   */
  record Unfit(String field, String reason) implements DecisionResult {}

  /**
   * It stands against what the question is; nothing was written.
   *
   * @param question as it is now; of a call with several the one that was meant, else the last
   */
  record Refused(Why why, SuspensionRecord question) implements DecisionResult {}

  /** Why a decision is refused. */
  enum Why {
    /** Another decision came first, or none is wanted any more. */
    CLOSED,
    /** The time to decide is over. */
    EXPIRED,
    /** The call has no question of this id. */
    OTHER_QUESTION,
    /** The question is about other arguments. */
    OTHER_ARGUMENTS
  }
}
