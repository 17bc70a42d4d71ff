package io.awaken.http.security;

import io.awaken.core.run.Caller;
import jakarta.ws.rs.core.SecurityContext;

/**
 * The caller of a request, as determined by {@link Authentication}; client-supplied bodies and
 * headers have no influence.
 */
public final class Callers {

  private Callers() {}

  /**
   * The caller of a request; {@link Caller#ANONYMOUS} when the request has no credentials.
   *
   * @param security injected by the container; null only in direct calls of a resource
   * @throws IllegalStateException when the request did not pass the filter: an application must
   *     list it, or its routes would ignore tenants
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
