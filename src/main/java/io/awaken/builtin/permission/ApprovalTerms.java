package io.awaken.builtin.permission;

import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.SuspendTicket;

/**
 * The terms of a question about a call. Null fields are inherited: from the enclosing rules, then
 * from the server's.
 *
 * @param approver who may decide; default any caller of the tenant
 * @param expiry when the question expires; never by default
 */
public record ApprovalTerms(Approver approver, Expiry expiry) {

  public static final ApprovalTerms NONE = new ApprovalTerms(null, null);

  /** These terms, with null fields from the others. */
  ApprovalTerms or(ApprovalTerms outer) {
    return new ApprovalTerms(
        approver == null ? outer.approver : approver, expiry == null ? outer.expiry : expiry);
  }

  SuspendTicket on(SuspendTicket ticket) {
    SuspendTicket decided = approver == null ? ticket : ticket.decidedBy(approver);
    return expiry == null ? decided : decided.expiring(expiry);
  }
}
