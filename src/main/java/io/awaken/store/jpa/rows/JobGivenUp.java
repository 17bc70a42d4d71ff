package io.awaken.store.jpa.rows;

import io.awaken.core.run.TerminationReason;

/** Rolls back a claim whose job goes to the dead letter instead. */
public class JobGivenUp extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient TerminationReason ending;

  /**
   * @param message for operators
   * @param ending for clients
   */
  public JobGivenUp(String message, TerminationReason ending) {
    super(message, null, false, false);
    this.ending = ending;
  }

  /** Uses one text for operators and clients. */
  public JobGivenUp(TerminationReason ending) {
    this(((TerminationReason.Error) ending).value(), ending);
  }

  public TerminationReason ending() {
    return ending;
  }
}
