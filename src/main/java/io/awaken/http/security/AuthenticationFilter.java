package io.awaken.http.security;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.ext.Provider;

/**
 * Makes out the caller of every request from what the container has authenticated, by whatever
 * mechanism, before a byte of its body is read. Every application of the runtime lists this filter;
 * {@link Callers} reads what it found.
 */
@Provider
@PreMatching
@Priority(AuthenticationFilter.BEHIND_THE_LIMITS)
@ApplicationScoped
public class AuthenticationFilter implements ContainerRequestFilter {

  static final int BEHIND_THE_LIMITS = 150;

  /** Where clients put tokens that do not know better (RFC 6750 section 2.3). */
  private static final String TOKEN_PARAMETER = "access_token";

  @Inject CallerRules rules;

  @Override
  public void filter(ContainerRequestContext request) {
    if (request.getUriInfo().getQueryParameters().containsKey(TOKEN_PARAMETER)) {
      throw Refusal.bad(
              "token_in_query",
              "a token in the query stands in every log; send it in the header Authorization")
          .exception();
    }
    SecurityContext container = request.getSecurityContext();
    boolean credentials = request.getHeaderString(HttpHeaders.AUTHORIZATION) != null;
    var caller = rules.caller(container.getUserPrincipal(), credentials, container::isUserInRole);
    request.setSecurityContext(new CallerContext(caller, container));
  }
}
