package io.awaken.oauth;

import io.awaken.core.spec.McpAuth;
import io.awaken.oauth.ClientIdentities.ClientIdentity;
import io.awaken.oauth.Credentials.Challenge;
import io.awaken.oauth.Credentials.ServerToken;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The token that this server obtains without asking a user (features rows 1141, 1148): shared by
 * all calls, requested once for all that wait, and renewed shortly before it expires or when it is
 * rejected. A failure is reported to all callers for a moment instead of being tried again.
 * Thread-safe.
 */
final class OwnTokens implements Credentials {

  private static final Duration REST = Duration.ofSeconds(2);

  private final Discovery discovery;
  private final TokenEndpoint endpoint;
  private final ClientIdentity client;
  private final OwnGrant grant;
  private final InstantSource clock;
  private final ReentrantLock asking = new ReentrantLock();
  private volatile ServerToken token;

  /** The additional scope that requests required; null for none. */
  private volatile String more;

  // Guarded by asking.
  private AccessRefused failure;
  private Instant failedUntil = Instant.MIN;

  OwnTokens(
      Discovery discovery,
      TokenEndpoint endpoint,
      ClientIdentity client,
      OwnGrant grant,
      InstantSource clock) {
    this.discovery = discovery;
    this.endpoint = endpoint;
    this.client = client;
    this.grant = grant;
    this.clock = clock;
  }

  @Override
  public ServerToken current() throws AccessRefused, InterruptedException {
    ServerToken now = token;
    return now == null || !now.due(clock.instant()) ? now : after(now);
  }

  @Override
  public ServerToken next(ServerToken used, Challenge challenge)
      throws AccessRefused, InterruptedException {
    discovery.challenged(challenge, used != null);
    return after(used);
  }

  @Override
  public ServerToken wider(ServerToken used, Challenge challenge)
      throws AccessRefused, InterruptedException {
    String wanted = discovery.wider(used, challenge);
    asking.lockInterruptibly();
    try {
      more = Scopes.union(more, wanted);
    } finally {
      asking.unlock();
    }
    return after(used);
  }

  private ServerToken after(ServerToken used) throws AccessRefused, InterruptedException {
    asking.lockInterruptibly();
    try {
      ServerToken now = token;
      if (now != null && now != used && !now.due(clock.instant())) {
        return now;
      }
      if (clock.instant().isBefore(failedUntil)) {
        throw new AccessRefused(failure.kind(), failure.getMessage(), failure);
      }
      token = asked();
      return token;
    } catch (AccessRefused e) {
      if (!clock.instant().isBefore(failedUntil)) {
        failure = e;
        failedUntil = clock.instant().plus(REST);
        discovery.forget();
      }
      throw e;
    } finally {
      asking.unlock();
    }
  }

  private ServerToken asked() throws AccessRefused, InterruptedException {
    Discovery.Found found = discovery.find();
    String scope = Scopes.union(found.scope(), more);
    var form = new LinkedHashMap<>(grant.parameters(found, scope));
    if (scope != null) {
      form.put("scope", scope);
    }
    try {
      return endpoint.ask(found, client, form, scope);
    } catch (TokenEndpoint.Refused e) {
      throw new AccessRefused(e.getMessage());
    }
  }

  /** The grant with which this server requests tokens for itself. Thread-safe. */
  interface OwnGrant {

    /** Client credentials (RFC 6749, 4.4). */
    OwnGrant CLIENT_CREDENTIALS = (found, scope) -> Map.of("grant_type", "client_credentials");

    /**
     * The parameters of a token request, without resource and scope.
     *
     * @param found the authorization server and resource
     * @param scope the requested scope, separated by spaces; null for none
     * @throws AccessRefused when no grant is available
     */
    Map<String, String> parameters(Discovery.Found found, String scope)
        throws AccessRefused, InterruptedException;
  }

  /**
   * An enterprise identity provider's assertion about a user, for one authorization server and one
   * MCP server (features row 1148): the configured token of the user is exchanged for an Identity
   * Assertion JWT Authorization Grant, "ID-JAG" (RFC 8693), which is presented as a JWT bearer
   * grant (RFC 7523). Each assertion is used once and never stored. Thread-safe.
   */
  static final class IdentityAssertion implements OwnGrant {

    private static final String EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
    private static final String JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

    private final OAuthHttp http;
    private final TokenEndpoint endpoint;
    private final McpAuth.IdentityProvider provider;

    IdentityAssertion(OAuthHttp http, TokenEndpoint endpoint, McpAuth.IdentityProvider provider) {
      this.http = http;
      this.endpoint = endpoint;
      this.provider = provider;
    }

    @Override
    public Map<String, String> parameters(Discovery.Found found, String scope)
        throws AccessRefused, InterruptedException {
      var exchange = new LinkedHashMap<String, String>();
      exchange.put("grant_type", EXCHANGE);
      exchange.put("requested_token_type", TokenEndpoint.ID_JAG);
      exchange.put("audience", found.server().issuer());
      exchange.put("resource", found.resource());
      if (scope != null) {
        exchange.put("scope", scope);
      }
      exchange.put("subject_token", provider.subjectToken().reveal());
      exchange.put("subject_token_type", provider.subjectTokenType().uri());
      try {
        AuthorizationServer idp = AuthorizationServer.find(http, provider.issuer());
        String assertion = endpoint.exchange(idp, ClientIdentity.of(provider), exchange);
        return Map.of("grant_type", JWT_BEARER, "assertion", assertion);
      } catch (TokenEndpoint.Refused e) {
        throw new AccessRefused(e.getMessage());
      }
    }
  }
}
