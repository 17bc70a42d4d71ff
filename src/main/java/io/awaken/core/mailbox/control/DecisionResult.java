package io.awaken.core.mailbox.control;

import io.awaken.core.store.suspension.SuspensionRecord;

/** The result of a decision. Switches over it have no default. */
public sealed interface DecisionResult {

  /**
   * The decision stands, from this request or an earlier identical one.
   *
   * @param question its current state
   */
  record Submitted(SuspensionRecord question) implements DecisionResult {}

  /** The current state of a question, for a caller who may decide it and asks only to see it. */
  record Shown(SuspensionRecord question) implements DecisionResult {}

  /**
   * There is nothing to decide that this caller can see.
   *
   * @param kind {@code run}, {@code thread} or {@code suspension}
   * @param id the id in the request
   */
  record NotFound(String kind, String id) implements DecisionResult {}

  /**
   * The caller may not decide it.
   *
   * @param missing what the caller lacks, as in "the role manager"
   */
  record NotAllowed(String missing) implements DecisionResult {}

  /**
   * A field is invalid.
   *
   * @param field its name on the wire
   * @param reason with the field and its rule
   */
  record Unfit(String field, String reason) implements DecisionResult {}

  /**
   * The decision conflicts with the question; nothing was written.
   *
   * @param question its current state; of several, the one meant, else the last
   */
  record Refused(Why why, SuspensionRecord question) implements DecisionResult {}

  /** Why a decision is refused. */
  enum Why {
    /** The question is closed by another decision or no longer needs one. */
    CLOSED,
    /** The question has expired. */
    EXPIRED,
    /** The call has no question of this id. */
    OTHER_QUESTION,
    /** The caller saw other arguments. */
    OTHER_ARGUMENTS
  }
}
