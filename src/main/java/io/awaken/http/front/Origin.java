package io.awaken.http.front;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The origin of a page, as in the header {@code Origin}.
 *
 * @param scheme in lower case
 * @param authority with its port, by default the scheme's usual one; -1 for schemes without one
 */
record Origin(String scheme, Authority authority) {

  private static final Pattern SYNTAX = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://(.+)");

  /** Empty for {@code null} and anything else that is not an origin. */
  static Optional<Origin> parse(String text) {
    Matcher parts = SYNTAX.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String scheme = parts.group(1).toLowerCase(Locale.ROOT);
    return Authority.parse(parts.group(2))
        .map(authority -> new Origin(scheme, authority.withDefault(usualPort(scheme))));
  }

  /**
   * Whether this is the host's own origin. The scheme is ignored: behind a gateway that terminates
   * TLS, server and browser see different ones.
   */
  boolean isOf(Authority host) {
    return authority.equals(host.withDefault(usualPort(scheme)));
  }

  private static int usualPort(String scheme) {
    return switch (scheme) {
      case "http" -> 80;
      case "https" -> 443;
      default -> -1;
    };
  }
}
