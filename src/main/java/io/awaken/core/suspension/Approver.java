package io.awaken.core.suspension;

/**
 * The callers of the tenant who may decide.
 *
 * @param role a role that the decider must have; null for any
 * @param otherThanRequester whether the run's own subject may not decide
 */
public record Approver(String role, boolean otherThanRequester) {

  public static final Approver ANY_CALLER = new Approver(null, false);

  /** Whether every caller who may decide under these terms may also decide under the others. */
  public boolean asStrictAs(Approver other) {
    return (other.role == null || other.role.equals(role))
        && (otherThanRequester || !other.otherThanRequester);
  }
}
