package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;

/**
 * How this server gets the tokens that a server of tools over HTTP wants (features rows 1140-1144).
 *
 * @param type the grant of OAuth
 * @param clientId what the authorization server knows this server by
 * @param clientSecret proves that; may be null where people grant access
 * @param scopes asked for; default what the server of tools asks for
 * @param issuer the authorization server; null for one on the host of the server of tools, which
 *     then names it
 * @param per whose access is used where people grant it; default that of each user
 */
public record McpAuth(
    Type type, String clientId, Secret clientSecret, List<String> scopes, String issuer, Per per) {

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
        Type.CLIENT_CREDENTIALS, clientId, Secret.of(clientSecret), null, null, null);
  }

  /** Access that people grant; without a secret. */
  public static McpAuth authorizationCode(String clientId, Per per) {
    return new McpAuth(Type.AUTHORIZATION_CODE, clientId, null, null, null, per);
  }

  /** The same at this authorization server only. */
  public McpAuth withIssuer(String only) {
    return new McpAuth(type, clientId, clientSecret, scopes, only, per);
  }

  /** The same with these scopes. */
  public McpAuth withScopes(List<String> all) {
    return new McpAuth(type, clientId, clientSecret, all, issuer, per);
  }

  /** Whether each user has a token of their own. */
  public boolean perUser() {
    return type == Type.AUTHORIZATION_CODE && per == Per.USER;
  }
}
