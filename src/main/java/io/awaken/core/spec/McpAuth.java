package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;

/**
 * How this server gets the tokens that a server of tools over HTTP wants (features rows 1140-1144).
 *
 * @param type the grant of OAuth
 * @param clientId what the authorization server knows this server by; null, where people grant
 *     access, to register there
 * @param clientSecret proves that; null for none
 * @param scopes asked for; default what the server of tools asks for
 * @param issuer the authorization server; null for one on the host of the server of tools, which
 *     then names it
 * @param per whose access is used where people grant it; default that of each user
 * @param privateKey signs what proves the client instead of a secret: PKCS #8 in PEM; null for none
 * @param keyId names that key to the authorization server; null when it knows one key only
 */
public record McpAuth(
    Type type,
    String clientId,
    Secret clientSecret,
    List<String> scopes,
    String issuer,
    Per per,
    Secret privateKey,
    String keyId) {

  /** The grant of OAuth. */
  public enum Type {
    /** This server acts for itself. */
    CLIENT_CREDENTIALS,
    /** A person grants access in a browser. */
    AUTHORIZATION_CODE;

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

  public McpAuth {
    scopes = scopes == null ? List.of() : List.copyOf(scopes);
    per = per == null ? Per.USER : per;
  }

  /** Access of this server's own, with what the server of tools asks for. */
  public static McpAuth clientCredentials(String clientId, String clientSecret) {
    return new McpAuth(
        Type.CLIENT_CREDENTIALS, clientId, Secret.of(clientSecret), null, null, null, null, null);
  }

  /** Access of this server's own, proved with a private key: PKCS #8 in PEM. */
  public static McpAuth signedCredentials(String clientId, String privateKey) {
    return new McpAuth(
        Type.CLIENT_CREDENTIALS, clientId, null, null, null, null, Secret.of(privateKey), null);
  }

  /** Access that people grant; without a secret. Without a client id, one is registered. */
  public static McpAuth authorizationCode(String clientId, Per per) {
    return new McpAuth(Type.AUTHORIZATION_CODE, clientId, null, null, null, per, null, null);
  }

  /** The same at this authorization server only. */
  public McpAuth withIssuer(String only) {
    return new McpAuth(type, clientId, clientSecret, scopes, only, per, privateKey, keyId);
  }

  /** The same with these scopes. */
  public McpAuth withScopes(List<String> all) {
    return new McpAuth(type, clientId, clientSecret, all, issuer, per, privateKey, keyId);
  }

  /** The same with a secret. */
  public McpAuth withSecret(String secret) {
    return new McpAuth(type, clientId, Secret.of(secret), scopes, issuer, per, privateKey, keyId);
  }

  /** Whether each user has a token of their own. */
  public boolean perUser() {
    return type == Type.AUTHORIZATION_CODE && per == Per.USER;
  }
}
