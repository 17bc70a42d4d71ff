package io.awaken.http.security;

import io.awaken.core.run.Caller;
import jakarta.ws.rs.core.SecurityContext;

/**
 * Who makes a request, as {@link Authentication} has found out; nothing that a client writes into a
 * body or a header of its own is believed.
 */
public final class Callers {

  private Callers() {}

  /**
   * The caller of a request; {@link Caller#ANONYMOUS} when the request has no credentials.
   *
   * @param security what the container injects; null only where a resource is called without one
   * @throws IllegalStateException when the request did not pass the filter: an application must
   *     list it, or its routes would not know tenants
   */
  public static Caller of(SecurityContext security) {
    if (security == null) {
      return Caller.ANONYMOUS;
    }
    if (security.getUserPrincipal() instanceof KnownCaller known) {
      return known.caller();
    }
    throw new IllegalStateException("the request did not pass the authentication filter");
  }
}
