package io.awaken.http.security;

import io.awaken.core.run.Caller;
import io.awaken.http.security.token.AccessToken;
import io.awaken.http.security.token.TokenFile;

/** Callers with tokens of the token file, if there is one. Thread-safe. */
public final class FileTokens {

  private final TokenFile file;

  /**
   * @param file null for a server without one
   */
  public FileTokens(TokenFile file) {
    this.file = file;
  }

  /**
   * Returns the caller of a token.
   *
   * @param token with the prefix of the file's tokens
   * @throws RefusedException 401 when it is unknown here or has expired
   */
  Caller caller(String token) {
    if (file == null) {
      throw CallerRules.unchecked().exception();
    }
    AccessToken found =
        file.find(token)
            .orElseThrow(
                () -> CallerRules.unaccepted("the token is not in the token file").exception());
    if (file.expired(found)) {
      throw Refusal.unauthorized("token_expired", "the token has expired").exception();
    }
    return found.caller();
  }
}
