package io.awaken.builtin.mcp.oauth;

/** An authorization server or identity provider issued no token. The message contains no secret. */
final class TokenRefused extends Exception {

  private static final long serialVersionUID = 1L;

  private final String error;

  private TokenRefused(String message, String error) {
    super(message);
    this.error = error;
  }

  /**
   * @param status HTTP status
   * @param error the code of RFC 6749, 5.2
   */
  static TokenRefused byAuthorizationServer(int status, String error) {
    return new TokenRefused(
        "the authorization server gives no token (" + status + ", " + error + ")", error);
  }

  /**
   * @param status HTTP status
   * @param error the code of RFC 8693, 2.2.2
   */
  static TokenRefused byIdentityProvider(int status, String error) {
    return new TokenRefused(
        "the identity provider gives no assertion (" + status + ", " + error + ")", error);
  }

  /** Whether the presented grant is no longer valid. */
  boolean grantIsOver() {
    return error.equals("invalid_grant");
  }

  /** Whether the authorization server does not recognise the client, perhaps no longer. */
  boolean clientIsUnknown() {
    return error.equals("invalid_client") || error.equals("unauthorized_client");
  }
}
