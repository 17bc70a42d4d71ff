package io.awaken.core.suspension;

/**
 * Who may decide, beside belonging to the tenant.
 *
 * @param role a role that the decider must have; null for any
 * @param otherThanRequester whether the subject on whose behalf the run acts may not decide itself
 */
public record Approver(String role, boolean otherThanRequester) {

  public static final Approver ANYBODY = new Approver(null, false);

  /** Whether everybody who may decide under these terms may decide under the others too. */
  public boolean asStrictAs(Approver other) {
    return (other.role == null || other.role.equals(role))
        && (otherThanRequester || !other.otherThanRequester);
  }
}
