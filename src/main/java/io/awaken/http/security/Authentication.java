package io.awaken.http.security;

import io.awaken.core.run.Caller;
import io.awaken.core.submit.QuotaExhausted;
import io.awaken.core.submit.Quotas;
import io.awaken.http.security.client.ClientOrigin;
import io.awaken.http.security.client.ClientOrigins;
import io.awaken.http.security.token.AccessToken;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.HttpHeaders;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.Principal;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Determines the caller of a request before reading its body: from a token of the token file, else
 * from the container's authentication. {@link AnonymousAccess} decides about requests without
 * credentials. All routes use it: those of JAX-RS through {@link AuthenticationFilter}, servlets
 * directly.
 */
@Dependent
public class Authentication {

  /**
   * The request attribute in which WildFly passes a token of the file: in the header it would
   * refuse a token that is not a JSON Web Token ({@code META-INF/undertow-handlers.conf}).
   */
  static final String HANDED_ON = "io.awaken.bearer";

  /** The path of the only resource whose requests have credentials in the body. */
  public static final String OWN_CREDENTIALS = "answers";

  private static final Logger LOG = System.getLogger(Authentication.class.getName());

  /** The query parameter in which some clients send tokens (RFC 6750 section 2.3). */
  private static final String TOKEN_PARAMETER = "access_token";

  private final CallerRules rules;
  private final FileTokens tokens;
  private final AnonymousAccess anonymous;
  private final ClientOrigins origins;
  private final CurrentClient client;
  private final Quotas quotas;
  private final AdminRole operators;
  private final RefusedLogins refused;

  @Inject
  public Authentication(
      CallerRules rules,
      FileTokens tokens,
      AnonymousAccess anonymous,
      ClientOrigins origins,
      CurrentClient client,
      Quotas quotas,
      AdminRole operators,
      RefusedLogins refused) {
    this.rules = rules;
    this.tokens = tokens;
    this.anonymous = anonymous;
    this.origins = origins;
    this.client = client;
    this.quotas = quotas;
    this.operators = operators;
    this.refused = refused;
  }

  /**
   * Returns the caller of a request and the scopes of its credentials. Counts the request.
   *
   * @param parameters the names of the parameters of its query
   * @param container the user authenticated by the container; null without one
   * @param inRole checks a role of that principal
   * @throws RefusedException 400, 401, 403 or 429 for a request that is not served
   */
  public KnownCaller of(
      HttpServletRequest sent,
      Set<String> parameters,
      Principal container,
      Predicate<String> inRole) {
    ClientOrigin origin = origin(sent, parameters);
    Optional<String> token = token(sent);
    Caller caller;
    try {
      caller =
          token
              .map(tokens::caller)
              .or(() -> named(sent, container, inRole))
              .map(found -> operators.has(found) ? found.asOperator() : found)
              .orElse(null);
    } catch (RefusedException e) {
      refused.log(origin, e.refusal());
      throw e;
    }
    if (caller == null && !anonymous.serves(origin)) {
      LOG.log(
          Level.DEBUG, "{0} was refused for missing credentials: {1}", origin, sent.getMethod());
      throw anonymous.refusal().exception();
    }
    Optional<String> counted = caller == null ? origin.countedAs() : Optional.empty();
    if (counted.isPresent()) {
      // Only anonymous callers are counted by address, and recording it takes time.
      client.is(origin);
    }
    count(caller == null ? Caller.ANONYMOUS : caller, counted);
    // A token of the file takes precedence over the container's principal.
    return caller == null
        ? new KnownCaller(Caller.ANONYMOUS, Set.of())
        : new KnownCaller(caller, CallerRules.scopes(token.isPresent() ? null : container, caller));
  }

  /**
   * The caller of a request whose body has its credentials, {@link #OWN_CREDENTIALS}: anonymous,
   * whatever the request says. Counts the request by its address.
   *
   * @param parameters the names of the parameters of its query
   * @throws RefusedException 400 or 429
   */
  KnownCaller unnamed(HttpServletRequest sent, Set<String> parameters) {
    ClientOrigin origin = origin(sent, parameters);
    client.is(origin);
    count(Caller.ANONYMOUS, origin.countedAs());
    return new KnownCaller(Caller.ANONYMOUS, Set.of());
  }

  private ClientOrigin origin(HttpServletRequest sent, Set<String> parameters) {
    ClientOrigin origin = origins.of(sent);
    CurrentClient.note(sent, origin);
    if (parameters.contains(TOKEN_PARAMETER)) {
      throw Refusal.bad(
              "token_in_query",
              "a token in the query ends up in logs; send it in the header Authorization")
          .exception();
    }
    return origin;
  }

  private void count(Caller caller, Optional<String> address) {
    try {
      quotas.take(Quotas.Kind.REQUESTS, caller, address);
    } catch (QuotaExhausted exhausted) {
      throw Refusal.of(exhausted).exception();
    }
  }

  private static Optional<String> token(HttpServletRequest sent) {
    String header =
        sent.getAttribute(HANDED_ON) instanceof String handed
            ? handed
            : sent.getHeader(HttpHeaders.AUTHORIZATION);
    return AccessToken.in(header);
  }

  private Optional<Caller> named(
      HttpServletRequest sent, Principal principal, Predicate<String> inRole) {
    String header = sent.getHeader(HttpHeaders.AUTHORIZATION);
    Optional<Caller> caller = rules.caller(principal, header != null, inRole);
    if (caller.isPresent()) {
      anonymous.authenticatesBy("the server, since it authenticated a caller");
    }
    return caller;
  }
}
