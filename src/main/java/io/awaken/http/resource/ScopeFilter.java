package io.awaken.http.resource;

import io.awaken.core.run.Caller;
import io.awaken.http.api.error.ErrorAnswers;
import io.awaken.http.security.Callers;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.ScopeNeeded;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.ext.Provider;

/**
 * Refuses credentials without the scopes that a route needs, before a byte of the body is read: 403
 * with what they would have to be good for, and 401 without a token.
 */
@Provider
@ScopeNeeded
@Priority(Priorities.AUTHORIZATION)
@Dependent
public class ScopeFilter implements ContainerRequestFilter {

  private static final String INSUFFICIENT = "insufficient_scope";

  @Inject ProtectedResource resource;
  @Context HttpServletRequest sent;

  @Override
  public void filter(ContainerRequestContext request) {
    SecurityContext security = request.getSecurityContext();
    if (!resource.enough(Callers.scopes(security))) {
      request.abortWith(refused(Callers.of(security)));
    }
  }

  private Response refused(Caller caller) {
    if (caller.anonymous()) {
      // ChallengeFilter adds where to get some.
      return ErrorAnswers.of(Refusal.unauthorized("unauthorized", "credentials are required"))
          .build();
    }
    return ErrorAnswers.of(
            Refusal.forbidden(INSUFFICIENT, "the credentials lack a scope that is needed here"))
        .header(HttpHeaders.WWW_AUTHENTICATE, resource.challenge(sent, INSUFFICIENT))
        .build();
  }
}
