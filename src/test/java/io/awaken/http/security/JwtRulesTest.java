package io.awaken.http.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Attacks;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Why a server refused a JSON Web Token, for its log. */
class JwtRulesTest {

  private static final Instant NOW = Instant.ofEpochSecond(1_000);
  private static final JwtRules RULES = rules(true);

  private static JwtRules rules(boolean keyed) {
    return new JwtRules(
        keyed, "https://issuer.example", Set.of("awaken"), () -> NOW, Duration.ofSeconds(5));
  }

  private static String part(String json) {
    byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The claims, and the reason; the first of several. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                                                                    | it has no exp
          {'exp': 'soon'}                                                       | it has no exp
          {'exp': 995, 'iss': 'x'}                                              | it expired PT5S ago
          {'exp': -1e300}                                                       | it expired PT16M40S ago
          {'exp': 996, 'iss': 'https://other.example'}                          | its issuer "https://other.example" is not mp.jwt.verify.issuer
          {'exp': 996}                                                          | its issuer (none) is not mp.jwt.verify.issuer
          {'exp': 996, 'iss': 'https://issuer.example', 'aud': ['a', 'b']}      | its audience ["a","b"] has none of mp.jwt.verify.audiences
          {'exp': 996, 'iss': 'https://issuer.example'}                         | its audience (none) has none of mp.jwt.verify.audiences
          {'exp': 996, 'iss': 'https://issuer.example', 'aud': ['b', 'awaken']} | it has neither upn nor preferred_username nor sub
          {'exp': 996, 'iss': 'https://issuer.example', 'aud': 'awaken', 'sub': 'a', 'iat': 1, 'jti': 'j'} | none of the configured keys verifies its signature (alg "RS256", kid "k2")
          {'exp': 996, 'iss': 'https://issuer.example', 'aud': 'awaken', 'upn': 'a', 'iat': 1}  | none of the configured keys verifies its signature (alg "RS256", kid "k2"), or it lacks what Payara requires: sub, jti
          """)
  void theFirstReasonIsNamed(String claims, String reason) {
    String token =
        part("{'typ': 'JWT', 'alg': 'RS256', 'kid': 'k2'}") + "." + part(claims) + ".signature";

    assertThat(RULES.whyRefused(token).text()).isEqualTo(reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a.b.c", "e30.e30", "e30.W10.c", "e30.e30.c.d", "%.e30.c"})
  void otherTextsAreNoToken(String text) {
    assertThat(RULES.whyRefused(text).text()).isEqualTo("it is no JSON Web Token");
  }

  @Test
  void withoutAKeyThatIsTheReason() {
    assertThat(rules(false).whyRefused("a.b.c").text()).startsWith("no key is configured");
  }

  @Test
  @Attacks("S29")
  void claimsOfStrangersStayOneShortLine() {
    String claims = "{'exp': 996, 'iss': '\\n%s'}".formatted("x".repeat(5_000));

    String reason = RULES.whyRefused("e30." + part(claims) + ".c").text();

    assertThat(reason).hasSizeLessThan(200).doesNotContain("\n");
  }
}
