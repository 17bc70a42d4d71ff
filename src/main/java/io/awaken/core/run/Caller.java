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

  /** Nobody in particular, in the only tenant of a server without authentication. */
  public static final Caller ANONYMOUS = new Caller("default", "anonymous", Set.of());

  public Caller {
    roles = Set.copyOf(roles);
  }

  /** Whether nobody was authenticated; somebody who is called so gets no more than nobody does. */
  public boolean anonymous() {
    return isAnonymous(subject);
  }

  /**
   * Whether something is there for this caller: everybody in a tenant works with its threads and
   * runs, but nobody in particular sees only what nobody in particular made.
   *
   * @param ownerTenant the tenant that it belongs to
   * @param owner the subject that made it
   */
  public boolean sees(String ownerTenant, String owner) {
    return tenant.equals(ownerTenant) && (!anonymous() || isAnonymous(owner));
  }

  private static boolean isAnonymous(String subject) {
    return ANONYMOUS.subject().equals(subject);
  }
}
