package io.awaken.core.run;

import java.util.Set;

/**
 * The caller whom a run acts for; stored with the run.
 *
 * @param tenant the tenant that owns everything the run touches
 * @param subject the person or program within the tenant
 * @param roles roles of the subject
 * @param operator whether the request came from an operator, who may use all threads of the tenant;
 *     not stored with the run
 */
public record Caller(String tenant, String subject, Set<String> roles, boolean operator) {

  /** The anonymous caller, in the only tenant of a server without authentication. */
  public static final Caller ANONYMOUS = new Caller("default", "anonymous", Set.of());

  public Caller {
    roles = Set.copyOf(roles);
  }

  /** A caller who is no operator. */
  public Caller(String tenant, String subject, Set<String> roles) {
    this(tenant, subject, roles, false);
  }

  /** The same caller, as an operator. */
  public Caller asOperator() {
    return new Caller(tenant, subject, roles, true);
  }

  /**
   * Whether the caller is anonymous. An authenticated caller with that name counts as anonymous.
   */
  public boolean anonymous() {
    return isAnonymous(subject);
  }

  /**
   * Whether a resource is within this caller's reach: it belongs to the tenant, and to an anonymous
   * caller if this one is anonymous. {@link ThreadAccess} decides who may use its thread.
   *
   * @param ownerTenant the tenant of the resource
   * @param owner the subject that created it
   */
  public boolean sees(String ownerTenant, String owner) {
    return tenant.equals(ownerTenant) && (!anonymous() || isAnonymous(owner));
  }

  /** The sender of the caller's messages: the subject, or null for an anonymous caller. */
  public String signature() {
    return anonymous() ? null : subject;
  }

  /**
   * Whether this caller may control a run that acts for another caller, with the other's name and
   * roles. The same subject may, and so may a caller with all roles of the other. If the other has
   * no roles, only the same subject may, unless it is anonymous: then there is no identity to
   * borrow.
   *
   * @param other the caller whom the run acts for
   */
  public boolean mayActFor(Caller other) {
    return tenant.equals(other.tenant)
        && (subject.equals(other.subject)
            || other.anonymous()
            || !other.roles.isEmpty() && roles.containsAll(other.roles));
  }

  static boolean isAnonymous(String subject) {
    return ANONYMOUS.subject().equals(subject);
  }
}
