package io.awaken.http.security;

import io.awaken.core.run.Caller;
import jakarta.ws.rs.core.SecurityContext;

/** Requests that have passed the filter. */
public final class KnownCallers {

  private KnownCallers() {}

  /** A request of this caller. */
  public static SecurityContext of(Caller caller) {
    return new AuthenticationFilter.CallerContext(new KnownCaller(caller, caller.roles()), null);
  }
}
