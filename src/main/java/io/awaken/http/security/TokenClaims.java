package io.awaken.http.security;

import jakarta.json.JsonNumber;
import jakarta.json.JsonString;
import java.security.Principal;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.jwt.JsonWebToken;

/**
 * The verified claims of a JSON Web Token. A claim is named directly, or by its path, such as
 * {@code realm_access.roles}, if it is nested. Servers return values as JSON or as Java types, so
 * both are read.
 */
final class TokenClaims {

  private static final String NOT_BEFORE = "nbf";

  private final JsonWebToken token;

  private TokenClaims(JsonWebToken token) {
    this.token = token;
  }

  /** Empty for another kind of principal; also on a server without the token's type. */
  static Optional<TokenClaims> of(Principal principal) {
    return Known.TOKENS && principal instanceof JsonWebToken token
        ? Optional.of(new TokenClaims(token))
        : Optional.empty();
  }

  /**
   * A text claim; empty without it.
   *
   * @throws RefusedException 403 when it has another type
   */
  Optional<String> text(String name) {
    Object value = value(name);
    return value == null ? Optional.empty() : Optional.of(asText(name, value));
  }

  /**
   * A claim with a list of texts, or one text; empty without it.
   *
   * @throws RefusedException 403 when it has another type
   */
  List<String> texts(String name) {
    return switch (value(name)) {
      case null -> List.of();
      case Collection<?> many -> many.stream().map(one -> asText(name, one)).toList();
      case Object one -> List.of(asText(name, one));
    };
  }

  /**
   * @throws RefusedException 401 when the token is not valid yet, or its time is not a number
   */
  void requireGoodAt(Instant time) {
    Object notBefore = token.getClaim(NOT_BEFORE);
    if (notBefore != null && !(seconds(notBefore) <= time.getEpochSecond())) {
      throw Refusal.unauthorized("token_not_yet_valid", "the token is not valid yet (nbf)")
          .exception();
    }
  }

  private static double seconds(Object value) {
    return switch (value) {
      case Number number -> number.doubleValue();
      case JsonNumber number -> number.doubleValue();
      default -> Double.NaN;
    };
  }

  private Object value(String name) {
    Object value = token.getClaim(name);
    if (value != null || name.indexOf('.') < 0) {
      return value;
    }
    String[] path = name.split("\\.");
    Object at = token.getClaim(path[0]);
    for (int i = 1; i < path.length; i++) {
      at = at instanceof Map<?, ?> object ? object.get(path[i]) : null;
    }
    return at;
  }

  private static String asText(String name, Object value) {
    return switch (value) {
      case String text -> text;
      case JsonString text -> text.getString();
      case null, default ->
          throw CallerRules.unusable("the claim " + name + " of the token is not a text");
    };
  }

  /** Checked once: a server without MicroProfile JWT lacks the type. */
  private static final class Known {
    static final boolean TOKENS = present();

    private static boolean present() {
      try {
        Class.forName(
            "org.eclipse.microprofile.jwt.JsonWebToken", false, TokenClaims.class.getClassLoader());
        return true;
      } catch (ClassNotFoundException e) {
        return false;
      }
    }
  }
}
