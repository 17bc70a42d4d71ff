package io.awaken.http.security.token;

/** Why a token file is invalid: file, line and field, never their content. */
public final class TokenFileException extends Exception {

  private static final long serialVersionUID = 1L;

  TokenFileException(String message) {
    super(message);
  }

  static TokenFileException at(int line, String field, String rule) {
    return new TokenFileException("line %d, %s: %s".formatted(line, field, rule));
  }
}
