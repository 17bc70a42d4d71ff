package io.awaken.oauth;

import io.awaken.core.spec.McpAuth;
import io.awaken.core.spec.Secret;

/**
 * This server as a client of one authorization server. Immutable.
 *
 * @param id the client id
 * @param secret the client secret; null for none
 * @param key the private key for client assertions, PKCS #8 in PEM; null for none
 * @param keyId the key id; null for none
 * @param method the registered authentication method; null for any that the authorization server
 *     supports
 */
record ClientIdentity(String id, Secret secret, Secret key, String keyId, String method) {

  /** The client of an MCP server's configuration. */
  static ClientIdentity of(McpAuth auth) {
    return new ClientIdentity(
        auth.clientId(), auth.clientSecret(), auth.privateKey(), auth.keyId(), null);
  }

  /** The client of an identity provider; without a credential it sends only its id. */
  static ClientIdentity of(McpAuth.IdentityProvider provider) {
    boolean proves = provider.clientSecret() != null || provider.privateKey() != null;
    return new ClientIdentity(
        provider.clientId(),
        provider.clientSecret(),
        provider.privateKey(),
        provider.keyId(),
        proves ? null : TokenEndpoint.NO_SECRET);
  }

  /** A public client. */
  static ClientIdentity known(String id) {
    return new ClientIdentity(id, null, null, null, null);
  }
}
