package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;

/**
 * How this server gets the tokens that an MCP server over HTTP wants (features rows 1140-1148).
 *
 * @param type the grant of OAuth
 * @param clientId what the authorization server knows this server by; null, where people grant
 *     access, to register there
 * @param clientSecret proves that; null for none
 * @param scopes asked for; default what the MCP server asks for
 * @param issuer the authorization server; null for one on the host of the MCP server, which then
 *     names it
 * @param per whose access is used: where people grant it, by default that of each user; with an
 *     identity provider one for all
 * @param privateKey signs what proves the client instead of a secret: PKCS #8 in PEM; null for none
 * @param keyId names that key to the authorization server; null when it knows one key only
 * @param identityProvider of the enterprise that manages access; null for none
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

  /** The grant of OAuth. */
  public enum Type {
    /** This server acts for itself. */
    CLIENT_CREDENTIALS,
    /** A person grants access in a browser. */
    AUTHORIZATION_CODE,
    /** The identity provider of an enterprise says on whose behalf this server acts. */
    ENTERPRISE_MANAGED;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whose access is used. */
  public enum Per {
    /** That of the user on whose behalf a run acts. */
    USER,
    /** One for all, granted by an operator. */
    SERVER;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The identity provider of an enterprise, which decides which MCP servers this server may use on
   * behalf of a user (features row 1148).
   *
   * @param issuer exactly as the identity provider calls itself
   * @param clientId what it knows this server by
   * @param clientSecret proves that; null for none
   * @param privateKey signs what proves the client instead of a secret: PKCS #8 in PEM; null for
   *     none
   * @param keyId names that key to the identity provider; null when it knows one key only
   * @param subjectToken what it issued to this client for the user
   * @param subjectTokenType what kind of token that is; default an ID token
   */
  public record IdentityProvider(
      String issuer,
      String clientId,
      Secret clientSecret,
      Secret privateKey,
      String keyId,
      Secret subjectToken,
      SubjectTokenType subjectTokenType) {

    /** The kind of a token that is exchanged. */
    public enum SubjectTokenType {
      /** An ID token of OpenID Connect; it expires soon. */
      ID_TOKEN,
      /** A refresh token. */
      REFRESH_TOKEN;

      @JsonValue
      public String wire() {
        return name().toLowerCase(Locale.ROOT);
      }

      /** Its name in a token exchange (RFC 8693, 3). */
      public String uri() {
        return "urn:ietf:params:oauth:token-type:" + wire();
      }
    }

    public IdentityProvider {
      subjectTokenType = subjectTokenType == null ? SubjectTokenType.ID_TOKEN : subjectTokenType;
    }

    /** One that takes an ID token of the user; this client proves nothing there. */
    public static IdentityProvider of(String issuer, String clientId, String idToken) {
      return new IdentityProvider(
          issuer, clientId, null, null, null, Secret.of(idToken), SubjectTokenType.ID_TOKEN);
    }

    /** The same with a client secret. */
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

  /** Access of this server's own, with what the MCP server asks for. */
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

  /** Access of this server's own, proved with a private key: PKCS #8 in PEM. */
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

  /** Access that people grant; without a secret. Without a client id, one is registered. */
  public static McpAuth authorizationCode(String clientId, Per per) {
    return new McpAuth(Type.AUTHORIZATION_CODE, clientId, null, null, null, per, null, null, null);
  }

  /** Access that the identity provider of an enterprise manages; without a secret. */
  public static McpAuth enterpriseManaged(String clientId, IdentityProvider provider) {
    return new McpAuth(
        Type.ENTERPRISE_MANAGED, clientId, null, null, null, null, null, null, provider);
  }

  /** The same at this authorization server only. */
  public McpAuth withIssuer(String only) {
    return new McpAuth(
        type, clientId, clientSecret, scopes, only, per, privateKey, keyId, identityProvider);
  }

  /** The same with these scopes. */
  public McpAuth withScopes(List<String> all) {
    return new McpAuth(
        type, clientId, clientSecret, all, issuer, per, privateKey, keyId, identityProvider);
  }

  /** The same with a secret. */
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
