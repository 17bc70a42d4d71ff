package io.awaken.http.security;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.ext.Provider;
import java.security.Principal;
import java.util.Set;

/**
 * Determines the caller of every request with {@link Authentication}. Every application lists this
 * filter and has its own instance, since JAX-RS injects each application's own request; {@link
 * Callers} reads the result.
 */
@Provider
@PreMatching
@Priority(AuthenticationFilter.BEHIND_THE_LIMITS)
@Dependent
public class AuthenticationFilter implements ContainerRequestFilter {

  static final int BEHIND_THE_LIMITS = 150;

  @Inject Authentication authentication;

  @Context HttpServletRequest sent;

  @Override
  public void filter(ContainerRequestContext request) {
    SecurityContext container = request.getSecurityContext();
    Set<String> parameters = request.getUriInfo().getQueryParameters().keySet();
    // RESTEasy's paths begin with a slash, Jersey's do not.
    String path = request.getUriInfo().getPath().replaceFirst("^/", "");
    KnownCaller known =
        path.equals(Authentication.OWN_CREDENTIALS)
            ? authentication.unnamed(sent, parameters)
            : authentication.of(
                sent, parameters, container.getUserPrincipal(), container::isUserInRole);
    request.setSecurityContext(new CallerContext(known, container));
  }

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
}
