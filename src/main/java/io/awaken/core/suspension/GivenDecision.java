package io.awaken.core.suspension;

import java.util.Objects;

/**
 * A decision together with what was asked. The question may be older than what would be asked now:
 * the decision says nothing about what it did not ask. Immutable.
 *
 * @param decision what was decided
 * @param ticket the question, with who had to decide
 */
public record GivenDecision(Decision decision, SuspendTicket ticket) {

  public GivenDecision {
    Objects.requireNonNull(decision, "a given decision needs its decision");
    Objects.requireNonNull(ticket, "a given decision needs its question");
  }

  /** Whether somebody gave it who may also decide where these are asked. */
  public boolean counts(Approver asked) {
    return ticket.approver().asStrictAs(asked);
  }
}
