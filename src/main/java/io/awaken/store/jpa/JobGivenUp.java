package io.awaken.store.jpa;

import io.awaken.core.commit.CutRefusal;
import io.awaken.core.commit.OwnerlessEnding;
import io.awaken.core.commit.ThreadLimits;
import io.awaken.core.run.TerminationReason;

/** Rolls a claim back whose job goes to the dead letter instead. */
class JobGivenUp extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient TerminationReason ending;

  /**
   * @param message for operators
   * @param ending for clients
   */
  JobGivenUp(String message, TerminationReason ending) {
    super(message, null, false, false);
    this.ending = ending;
  }

  /** The thread has no room for the input. */
  static JobGivenUp threadFull(ThreadLimits limits) {
    TerminationReason.Error ending = OwnerlessEnding.threadFull(limits);
    return new JobGivenUp(ending.value(), ending);
  }

  /** The thread cannot be cut where the run was to supersede messages. */
  static JobGivenUp notCut(CutRefusal why) {
    return new JobGivenUp(why.ending().value(), why.ending());
  }

  TerminationReason ending() {
    return ending;
  }
}
