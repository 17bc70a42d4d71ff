package io.awaken.server.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuthenticationTest {

  private static Optional<String> found(Map<String, String> settings, String key) {
    return Optional.ofNullable(settings.get(key));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mp.jwt.verify.publickey", "mp.jwt.verify.publickey.location"})
  @Attacks({"S03", "S52"})
  void aKeyNeedsTheIssuerAndTheAudienceOfItsTokens(String key) {
    var settings = new HashMap<>(Map.of(key, "x"));
    assertThatThrownBy(() -> Authentication.requireNarrowTokens(name -> found(settings, name)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith(
            key + " is set, but not mp.jwt.verify.issuer and mp.jwt.verify.audiences: ");

    settings.put("mp.jwt.verify.issuer", "https://issuer.example");
    settings.put("mp.jwt.verify.audiences", " ");
    assertThatThrownBy(() -> Authentication.requireNarrowTokens(name -> found(settings, name)))
        .hasMessageStartingWith(key + " is set, but not mp.jwt.verify.audiences: ");

    settings.put("mp.jwt.verify.audiences", "awaken");
    assertThatCode(() -> Authentication.requireNarrowTokens(name -> found(settings, name)))
        .doesNotThrowAnyException();
    assertThat(Authentication.configured(name -> found(settings, name))).containsExactly(key);
  }

  /** The location; whether it stops the start. */
  @ParameterizedTest
  @CsvSource({
    "file:///nowhere/key.pem, true",
    "file:nowhere, true",
    "file:///, false",
    "https://issuer.example/keys, false",
    "/META-INF/key.pem, false"
  })
  void aKeyFileMustBeReadable(String location, boolean stops) {
    Throwable thrown =
        catchThrowable(() -> Authentication.requireKeyFile(name -> Optional.of(location)));

    assertThat(thrown != null).isEqualTo(stops);
    if (stops) {
      assertThat(thrown)
          .hasMessage("mp.jwt.verify.publickey.location is '%s', which cannot be read", location);
    }
  }

  @Test
  void theServersRulesForTokensAreThoseOfItsSettings() {
    var settings =
        Map.of(
            "mp.jwt.verify.publickey", "x",
            "mp.jwt.verify.issuer", "https://issuer.example",
            "mp.jwt.verify.audiences", "awaken, shop,shop");

    var rules =
        Authentication.rules(
            name -> found(settings, name), InstantSource.system(), Duration.ofSeconds(5));

    assertThat(rules.keyed()).isTrue();
    assertThat(rules.issuer()).isEqualTo("https://issuer.example");
    assertThat(rules.audiences()).containsOnly("awaken", "shop");
  }

  @Test
  void withoutAKeyNothingIsNeeded() {
    assertThatCode(() -> Authentication.requireNarrowTokens(name -> Optional.empty()))
        .doesNotThrowAnyException();
    assertThat(Authentication.configured(name -> Optional.empty())).isEmpty();
  }

  @Test
  @Rows(1120)
  void anIssuerWithAnAddressIsReportedToClients() {
    var settings = new HashMap<>(Map.of("mp.jwt.verify.issuer", "https://issuer.example/realm"));
    assertThat(Authentication.issuers(name -> found(settings, name))).isEmpty();

    settings.put("mp.jwt.verify.publickey", "x");
    assertThat(Authentication.issuers(name -> found(settings, name)))
        .containsExactly("https://issuer.example/realm");

    for (String other : List.of("the-issuer", "urn:issuer", "https://issuer.example/?a", "a b")) {
      settings.put("mp.jwt.verify.issuer", other);
      assertThat(Authentication.issuers(name -> found(settings, name))).isEmpty();
    }
  }

  @Test
  void aTokenFileIsAuthenticationToo() {
    var settings = Map.of("awaken.security.tokens.file", "tokens");

    assertThat(Authentication.configured(name -> found(settings, name)))
        .containsExactly("awaken.security.tokens.file");
  }
}
