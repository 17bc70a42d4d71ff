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
}
