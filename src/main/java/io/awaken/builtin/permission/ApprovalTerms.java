package io.awaken.builtin.permission;

import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.SuspendTicket;

/**
 * On which terms a call is asked about; null leaves it to what stands further out: the rule, then
 * the rules that it stands in, then the server's.
 *
 * @param approver who may decide; any caller of the tenant by default
 * @param expiry when the question expires; never by default
 */
public record ApprovalTerms(Approver approver, Expiry expiry) {

  public static final ApprovalTerms NONE = new ApprovalTerms(null, null);

  /** These terms, and for what they leave open the others. */
  ApprovalTerms or(ApprovalTerms outer) {
    return new ApprovalTerms(
        approver == null ? outer.approver : approver, expiry == null ? outer.expiry : expiry);
  }

  SuspendTicket on(SuspendTicket ticket) {
    SuspendTicket decided = approver == null ? ticket : ticket.decidedBy(approver);
    return expiry == null ? decided : decided.expiring(expiry);
  }
}
