package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;

/**
 * How this server obtains tokens for an MCP server over HTTP (features rows 1140-1148).
 *
 * @param type the OAuth grant
 * @param clientId the client id of this server; null to register one, if users grant access
 * @param clientSecret the client secret; null for none
 * @param scopes the requested scopes; default those that the MCP server requires
 * @param issuer the authorization server; null for the one that the MCP server names, on its own
 *     host
 * @param per whose access is used; default the server's with {@code ENTERPRISE_MANAGED}, otherwise
 *     each user's; without effect with {@code CLIENT_CREDENTIALS}
 * @param privateKey private key for client assertions instead of a secret, PKCS #8 in PEM; null for
 *     none
 * @param keyId id of that key; null when the authorization server has only one
 * @param identityProvider the enterprise identity provider that manages access; null for none
 */
public record McpAuth(
    Type type,
    String clientId,
    Secret clientSecret,
    List<String> scopes,
    String issuer,
    Per per,
    Secret privateKey,
    String keyId,
    IdentityProvider identityProvider) {

  /** The OAuth grants. */
  public enum Type {
    /** Client credentials: this server acts for itself. */
    CLIENT_CREDENTIALS,
    /** Authorization code: a user grants access in a browser. */
    AUTHORIZATION_CODE,
    /** An enterprise identity provider asserts the user on whose behalf this server acts. */
    ENTERPRISE_MANAGED;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whose access is used. */
  public enum Per {
    /** The access of each run's user. */
    USER,
    /** One for all, granted by an operator. */
    SERVER;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * An enterprise identity provider, which decides which MCP servers this server may use on behalf
   * of a user (features row 1148).
   *
   * @param issuer exactly the identity provider's issuer
   * @param clientId the client id of this server
   * @param clientSecret the client secret; null for none
   * @param privateKey private key for client assertions instead of a secret, PKCS #8 in PEM; null
   *     for none
   * @param keyId id of that key; null when the identity provider has only one
   * @param subjectToken the token that it issued to this client for the user
   * @param subjectTokenType the type of that token; default an ID token
   */
  public record IdentityProvider(
      String issuer,
      String clientId,
      Secret clientSecret,
      Secret privateKey,
      String keyId,
      Secret subjectToken,
      SubjectTokenType subjectTokenType) {

    /** Types of the exchanged token. */
    public enum SubjectTokenType {
      /** An ID token of OpenID Connect; it expires soon. */
      ID_TOKEN,
      /** A refresh token. */
      REFRESH_TOKEN;

      @JsonValue
      public String wire() {
        return name().toLowerCase(Locale.ROOT);
      }

      /** The token type identifier (RFC 8693, 3). */
      public String uri() {
        return "urn:ietf:params:oauth:token-type:" + wire();
      }
    }

    public IdentityProvider {
      subjectTokenType = subjectTokenType == null ? SubjectTokenType.ID_TOKEN : subjectTokenType;
    }

    /** An identity provider for ID tokens, without authentication of this client. */
    public static IdentityProvider of(String issuer, String clientId, String idToken) {
      return new IdentityProvider(
          issuer, clientId, null, null, null, Secret.of(idToken), SubjectTokenType.ID_TOKEN);
    }

    /** A copy with a client secret. */
    public IdentityProvider withSecret(String secret) {
      return new IdentityProvider(
          issuer, clientId, Secret.of(secret), privateKey, keyId, subjectToken, subjectTokenType);
    }
  }

  public McpAuth {
    scopes = scopes == null ? List.of() : List.copyOf(scopes);
    Per usual = type == Type.ENTERPRISE_MANAGED ? Per.SERVER : Per.USER;
    per = per == null ? usual : per;
  }

  /** Client credentials, with the scopes that the MCP server requires. */
  public static McpAuth clientCredentials(String clientId, String clientSecret) {
    return new McpAuth(
        Type.CLIENT_CREDENTIALS,
        clientId,
        Secret.of(clientSecret),
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /** Client credentials with a private key, PKCS #8 in PEM. */
  public static McpAuth signedCredentials(String clientId, String privateKey) {
    return new McpAuth(
        Type.CLIENT_CREDENTIALS,
        clientId,
        null,
        null,
        null,
        null,
        Secret.of(privateKey),
        null,
        null);
  }

  /** Access granted by users, without a secret. Without a client id, one is registered. */
  public static McpAuth authorizationCode(String clientId, Per per) {
    return new McpAuth(Type.AUTHORIZATION_CODE, clientId, null, null, null, per, null, null, null);
  }

  /** Access managed by an enterprise identity provider, without a secret. */
  public static McpAuth enterpriseManaged(String clientId, IdentityProvider provider) {
    return new McpAuth(
        Type.ENTERPRISE_MANAGED, clientId, null, null, null, null, null, null, provider);
  }

  /** A copy for this authorization server only. */
  public McpAuth withIssuer(String only) {
    return new McpAuth(
        type, clientId, clientSecret, scopes, only, per, privateKey, keyId, identityProvider);
  }

  /** A copy with these scopes. */
  public McpAuth withScopes(List<String> all) {
    return new McpAuth(
        type, clientId, clientSecret, all, issuer, per, privateKey, keyId, identityProvider);
  }

  /** A copy with a secret. */
  public McpAuth withSecret(String secret) {
    return new McpAuth(
        type,
        clientId,
        Secret.of(secret),
        scopes,
        issuer,
        per,
        privateKey,
        keyId,
        identityProvider);
  }

  /** Whether each user has a token of their own. */
  public boolean perUser() {
    return type == Type.AUTHORIZATION_CODE && per == Per.USER;
  }
}
