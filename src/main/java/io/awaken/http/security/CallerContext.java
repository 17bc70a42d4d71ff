package io.awaken.http.security;

import io.awaken.core.run.Caller;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import java.util.Set;

/** The caller of a request, for its resources. */
record CallerContext(Caller caller, Set<String> scopes, SecurityContext container)
    implements SecurityContext {

  @Override
  public Principal getUserPrincipal() {
    return new KnownCaller(caller, scopes);
  }

  @Override
  public boolean isUserInRole(String role) {
    return caller.roles().contains(role);
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
