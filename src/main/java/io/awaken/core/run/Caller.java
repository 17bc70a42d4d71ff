package io.awaken.core.run;

import java.util.Set;

/**
 * On whose behalf a run was asked for; stored with the run.
 *
 * @param tenant the tenant that owns everything the run touches
 * @param subject the person or program within the tenant
 * @param roles what the subject may do
 */
public record Caller(String tenant, String subject, Set<String> roles) {

  /** The anonymous caller, in the only tenant of a server without authentication. */
  public static final Caller ANONYMOUS = new Caller("default", "anonymous", Set.of());

  public Caller {
    roles = Set.copyOf(roles);
  }

  /** Whether the caller is anonymous; an authenticated caller of that name is treated alike. */
  public boolean anonymous() {
    return isAnonymous(subject);
  }

  /**
   * Whether this caller sees something: callers work with the threads and runs of their tenant, but
   * an anonymous caller sees only what anonymous callers made.
   *
   * @param ownerTenant the tenant that it belongs to
   * @param owner the subject that made it
   */
  public boolean sees(String ownerTenant, String owner) {
    return tenant.equals(ownerTenant) && (!anonymous() || isAnonymous(owner));
  }

  /** What messages are signed with: the subject, or null for a caller without a name. */
  public String signature() {
    return anonymous() ? null : subject;
  }

  /**
   * Whether this caller may tell a run of another one what to do, which then happens in the other's
   * name and with the other's roles: the same subject may, and so may a caller who has every role
   * that the run works with. A run that works with no role is its subject's alone, unless that has
   * no name: there is no identity to borrow then.
   *
   * @param other on whose behalf the run acts
   */
  public boolean mayActFor(Caller other) {
    return tenant.equals(other.tenant)
        && (subject.equals(other.subject)
            || other.anonymous()
            || !other.roles.isEmpty() && roles.containsAll(other.roles));
  }

  private static boolean isAnonymous(String subject) {
    return ANONYMOUS.subject().equals(subject);
  }
}
