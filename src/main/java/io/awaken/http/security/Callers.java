package io.awaken.http.security;

import io.awaken.core.run.Caller;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import java.util.Set;

/**
 * Who makes a request, as the container has found out; nothing that a client writes into a body or
 * a header of its own is believed.
 */
public final class Callers {

  private Callers() {}

  /** The container's principal in the only tenant; {@link Caller#ANONYMOUS} without one. */
  public static Caller of(SecurityContext security) {
    Principal principal = security == null ? null : security.getUserPrincipal();
    if (principal == null || principal.getName() == null || principal.getName().isBlank()) {
      return Caller.ANONYMOUS;
    }
    return new Caller(Caller.ANONYMOUS.tenant(), principal.getName(), Set.of());
  }
}
