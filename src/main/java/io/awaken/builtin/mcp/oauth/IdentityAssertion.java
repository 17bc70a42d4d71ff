package io.awaken.builtin.mcp.oauth;

import io.awaken.builtin.mcp.transport.AccessRefused;
import io.awaken.core.spec.McpAuth;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An enterprise identity provider's assertion about a user, for one authorization server and one
 * MCP server (features row 1148): the configured token of the user is exchanged for an Identity
 * Assertion JWT Authorization Grant, "ID-JAG" (RFC 8693), which is presented as a JWT bearer grant
 * (RFC 7523). Each assertion is used once and never stored. Thread-safe.
 */
final class IdentityAssertion implements OwnGrant {

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
    } catch (TokenRefused e) {
      throw new AccessRefused(e.getMessage());
    }
  }
}
