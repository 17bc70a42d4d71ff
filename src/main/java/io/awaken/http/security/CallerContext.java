package io.awaken.http.security;

import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;

/** The caller of a request, for resources. */
record CallerContext(KnownCaller known, SecurityContext container) implements SecurityContext {

  @Override
  public Principal getUserPrincipal() {
    return known;
  }

  @Override
  public boolean isUserInRole(String role) {
    return known.caller().roles().contains(role);
  }

  @Override
  public boolean isSecure() {
    return container.isSecure();
  }

  @Override
  public String getAuthenticationScheme() {
    return container.getAuthenticationScheme();
  }
}
