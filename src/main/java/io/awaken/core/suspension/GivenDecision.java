package io.awaken.core.suspension;

import java.util.Objects;

/**
 * A decision with its question. The question may differ from the one that would be asked now; the
 * decision applies only to its own. Immutable.
 *
 * @param decision the decision
 * @param ticket the question, with its approver
 */
public record GivenDecision(Decision decision, SuspendTicket ticket) {

  public GivenDecision {
    Objects.requireNonNull(decision, "a given decision needs its decision");
    Objects.requireNonNull(ticket, "a given decision needs its question");
  }

  /** Whether its approver may also decide a question for these. */
  public boolean counts(Approver asked) {
    return ticket.approver().asStrictAs(asked);
  }
}
