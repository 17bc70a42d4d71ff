package io.awaken.builtin.mcp.oauth;

import io.awaken.core.spec.McpAuth;
import io.awaken.core.spec.Secret;

/**
 * This server as a client of one authorization server. Immutable.
 *
 * @param id what it is known by
 * @param secret proves that; null for none
 * @param key signs what proves that, PKCS #8 in PEM; null for none
 * @param keyId names the key; null for none
 * @param method how it was agreed to prove that when it was registered; null for any way that the
 *     authorization server offers
 */
record ClientIdentity(String id, Secret secret, Secret key, String keyId, String method) {

  /** The one of a document. */
  static ClientIdentity of(McpAuth auth) {
    return new ClientIdentity(
        auth.clientId(), auth.clientSecret(), auth.privateKey(), auth.keyId(), null);
  }

  /** The one that an identity provider knows; it says who it is where it cannot prove that. */
  static ClientIdentity of(McpAuth.IdentityProvider provider) {
    boolean proves = provider.clientSecret() != null || provider.privateKey() != null;
    return new ClientIdentity(
        provider.clientId(),
        provider.clientSecret(),
        provider.privateKey(),
        provider.keyId(),
        proves ? null : TokenEndpoint.NO_SECRET);
  }

  /** One without a secret. */
  static ClientIdentity known(String id) {
    return new ClientIdentity(id, null, null, null, null);
  }
}
