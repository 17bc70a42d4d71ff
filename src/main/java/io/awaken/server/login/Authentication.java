package io.awaken.server.login;

import io.awaken.http.security.JwtRules;
import io.awaken.server.settings.HttpSetting;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** The configuration of callers' authentication. */
public final class Authentication {

  private static final String LOCATION = "mp.jwt.verify.publickey.location";
  private static final List<String> KEYS = List.of("mp.jwt.verify.publickey", LOCATION);

  private static final String ISSUER = "mp.jwt.verify.issuer";
  private static final String AUDIENCES = "mp.jwt.verify.audiences";

  private Authentication() {}

  /**
   * The configured settings that turn authentication on.
   *
   * @param find the value of a key, if it is set
   */
  public static List<String> configured(Function<String, Optional<String>> find) {
    return Stream.concat(KEYS.stream(), Stream.of(HttpSetting.TOKENS_FILE.key()))
        .filter(key -> isSet(find, key))
        .toList();
  }

  /**
   * Where clients get tokens, if known: at the issuer, if tokens are checked with a key and the
   * issuer's name is an address.
   */
  public static List<String> issuers(Function<String, Optional<String>> find) {
    return KEYS.stream().anyMatch(key -> isSet(find, key))
        ? find.apply(ISSUER).map(String::strip).filter(Authentication::isAddress).stream().toList()
        : List.of();
  }

  private static boolean isAddress(String text) {
    try {
      URI uri = new URI(text);
      return uri.getHost() != null
          && List.of("http", "https").contains(uri.getScheme())
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /**
   * Requires that a key comes with the issuer and the audience of its tokens: without them, tokens
   * for other services of the identity provider would be accepted here.
   *
   * @throws IllegalStateException naming what is missing
   */
  public static void requireNarrowTokens(Function<String, Optional<String>> find) {
    Optional<String> key = KEYS.stream().filter(each -> isSet(find, each)).findFirst();
    List<String> missing = Stream.of(ISSUER, AUDIENCES).filter(each -> !isSet(find, each)).toList();
    if (key.isPresent() && !missing.isEmpty()) {
      throw new IllegalStateException(
          "%s is set, but not %s: tokens for other services would be accepted here"
              .formatted(key.get(), String.join(" and ", missing)));
    }
  }

  /** The rules by which the server checks JSON Web Tokens. */
  public static JwtRules rules(
      Function<String, Optional<String>> find, InstantSource clock, Duration leeway) {
    return new JwtRules(
        KEYS.stream().anyMatch(key -> isSet(find, key)),
        find.apply(ISSUER).orElse(""),
        Set.copyOf(Arrays.asList(find.apply(AUDIENCES).orElse("").split("\\s*,\\s*"))),
        clock,
        leeway);
  }

  /**
   * Requires that a key in a file can be read: without it each token would be refused.
   *
   * @throws IllegalStateException naming the file
   */
  public static void requireKeyFile(Function<String, Optional<String>> find) {
    find.apply(LOCATION)
        .map(String::strip)
        .filter(location -> location.startsWith("file:"))
        .filter(location -> !isReadable(location))
        .ifPresent(
            location -> {
              throw new IllegalStateException(
                  "%s is '%s', which cannot be read".formatted(LOCATION, location));
            });
  }

  private static boolean isReadable(String location) {
    try {
      return Files.isReadable(Path.of(URI.create(location)));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isSet(Function<String, Optional<String>> find, String key) {
    return find.apply(key).filter(value -> !value.isBlank()).isPresent();
  }
}
