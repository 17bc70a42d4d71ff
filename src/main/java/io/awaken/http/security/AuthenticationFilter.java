package io.awaken.http.security;

import io.awaken.core.run.Caller;
import io.awaken.http.security.client.ClientOrigin;
import io.awaken.http.security.client.ClientOrigins;
import io.awaken.http.security.token.AccessToken;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.ext.Provider;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.Principal;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;

/**
 * Makes out the caller of every request before a byte of its body is read: from a token of the
 * token file, else from what the container has authenticated, by whatever mechanism. A request
 * without credentials is served as {@link AnonymousAccess} says. Every application of the runtime
 * lists this filter, and each has one of its own, since the request that JAX-RS injects is the
 * application's; {@link Callers} reads what it found.
 */
@Provider
@PreMatching
@Priority(AuthenticationFilter.BEHIND_THE_LIMITS)
@Dependent
public class AuthenticationFilter implements ContainerRequestFilter {

  static final int BEHIND_THE_LIMITS = 150;

  /**
   * The request attribute in which WildFly hands a token of the file on, since it would refuse one
   * in the header that is no JSON Web Token ({@code WEB-INF/undertow-handlers.conf}).
   */
  static final String HANDED_ON = "io.awaken.bearer";

  private static final Logger LOG = System.getLogger(AuthenticationFilter.class.getName());

  /** Where clients put tokens that do not know better (RFC 6750 section 2.3). */
  private static final String TOKEN_PARAMETER = "access_token";

  @Inject CallerRules rules;
  @Inject FileTokens tokens;
  @Inject AnonymousAccess anonymous;
  @Inject ClientOrigins origins;
  @Inject CurrentClient client;
  @Inject RequestQuota requests;

  @Context HttpServletRequest sent;

  @Override
  public void filter(ContainerRequestContext request) {
    ClientOrigin origin = origin();
    client.is(origin);
    if (request.getUriInfo().getQueryParameters().containsKey(TOKEN_PARAMETER)) {
      throw Refusal.bad(
              "token_in_query",
              "a token in the query stands in every log; send it in the header Authorization")
          .exception();
    }
    SecurityContext container = request.getSecurityContext();
    Caller caller = token().map(tokens::caller).or(() -> named(container)).orElse(null);
    if (caller == null && !anonymous.serves(origin)) {
      LOG.log(
          Level.DEBUG, "{0} was refused for missing credentials: {1}", origin, sent.getMethod());
      throw anonymous.refusal().exception();
    }
    requests.take(caller == null ? Caller.ANONYMOUS : caller);
    request.setSecurityContext(
        caller == null
            ? new CallerContext(Caller.ANONYMOUS, Set.of(), container)
            : new CallerContext(caller, scopes(container, caller), container));
  }

  private ClientOrigin origin() {
    return origins.of(
        sent.getRemoteAddr(),
        sent.getLocalAddr(),
        Collections.list(sent.getHeaderNames()),
        name -> Collections.list(sent.getHeaders(name)));
  }

  private Optional<String> token() {
    String header =
        sent.getAttribute(HANDED_ON) instanceof String handed
            ? handed
            : sent.getHeader(HttpHeaders.AUTHORIZATION);
    return AccessToken.in(header);
  }

  /** A token of the file has precedence over what the container has found. */
  private Set<String> scopes(SecurityContext container, Caller caller) {
    return CallerRules.scopes(token().isPresent() ? null : container.getUserPrincipal(), caller);
  }

  private Optional<Caller> named(SecurityContext container) {
    String header = sent.getHeader(HttpHeaders.AUTHORIZATION);
    Principal principal = container.getUserPrincipal();
    Optional<Caller> caller = rules.caller(principal, header != null, container::isUserInRole);
    if (caller.isPresent()) {
      anonymous.authenticatesBy("the server, as a caller with a name shows");
    }
    return caller;
  }
}
