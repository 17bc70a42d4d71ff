package io.awaken.http.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.awaken.fixture.Attacks;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which origins' pages may call. */
class OriginRulesTest {

  private final OriginRules rules =
      new OriginRules(cors(Set.of("https://app.example", "http://dev.example:3000"), false));

  @ParameterizedTest
  @CsvSource({
    "localhost:8080,http://localhost:8080,true",
    "localhost:8080,https://localhost:8080,true",
    "agents.example,https://agents.example,true",
    "agents.example,https://agents.example:443,true",
    "agents.example:443,https://agents.example,true",
    "agents.example,http://agents.example,true",
    "localhost:8080,HTTP://LOCALHOST:8080,true",
    "localhost:8080,https://app.example,true",
    "localhost:8080,http://dev.example:3000,true",
    "localhost:8080,http://localhost:3000,false",
    "localhost:8080,http://localhost,false",
    "localhost:8080,http://127.0.0.1:8080,false",
    "localhost:8080,null,false",
    "localhost:8080,http://app.example,false",
    "localhost:8080,https://app.example:8443,false",
    "localhost:8080,https://app.example.evil,false",
    "localhost:8080,https://evil.example,false",
    "localhost:8080,https://app.example/,false",
    "localhost:8080,'https://app.example, https://evil.example',false",
    "localhost:8080,file://,false",
    "localhost:8080,'',false",
    "localhost:8080,chrome-extension://abc,false"
  })
  @Attacks("S09")
  void aPageOfAForeignOriginChangesNothing(String host, String origin, boolean may) {
    for (String method : List.of("POST", "PUT", "PATCH", "DELETE", "BREW")) {
      assertThat(check(method, host, Set.of(), origin)).isEqualTo(may ? null : "foreign_origin");
    }
  }

  @Test
  @Attacks("S09")
  void oneForeignOriginAmongSeveralIsEnough() {
    assertThat(
            check(
                "POST",
                "localhost:8080",
                Set.of(),
                "http://localhost:8080",
                "https://evil.example"))
        .isEqualTo("foreign_origin");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "OPTIONS"})
  void requestsThatChangeNothingAreAllowed(String method) {
    assertThat(check(method, "localhost", Set.of("Cookie"), "https://evil.example")).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "'',,",
    "Cookie,,origin_required",
    "Cookie Authorization,,",
    "Cookie X-Requested-With,,",
    "Cookie,http://localhost,",
    "Cookie X-Requested-With,https://evil.example,foreign_origin",
    "Cookie Authorization,https://evil.example,foreign_origin"
  })
  @Attacks("S12")
  void aCookieAloneDoesNotProveTheOrigin(String headers, String origin, String code) {
    String[] origins = origin == null ? new String[0] : new String[] {origin};

    assertThat(check("POST", "localhost", Set.of(headers.split(" ")), origins)).isEqualTo(code);
  }

  @Test
  @Attacks({"S11", "S52"})
  void anyOriginTogetherWithCredentialsIsRefusedAtStart() {
    assertThatIllegalStateException()
        .isThrownBy(() -> cors(Set.of("*"), true))
        .withMessageContaining("awaken.http.cors.origins")
        .withMessageContaining("awaken.http.cors.credentials");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"null", "app.example", "https://app.example/", "https://*.example", "https://"})
  void anInvalidOriginIsRefusedAtStart(String origin) {
    assertThatIllegalStateException()
        .isThrownBy(() -> cors(Set.of(origin), false))
        .withMessageContaining("awaken.http.cors.origins");
  }

  @Test
  void anInvalidHeaderNameIsRefusedAtStart() {
    assertThatIllegalStateException()
        .isThrownBy(() -> CorsRules.of(Set.of(), Set.of("a\r\nb"), false, Duration.ZERO))
        .withMessageContaining("awaken.http.cors.headers");
  }

  /** An opaque origin may be any page. */
  @Test
  void anyOriginMeansAnyThatIsNamed() {
    var any = new OriginRules(cors(Set.of("*"), false));
    Authority host = Authority.parse("localhost").orElseThrow();

    assertThat(any.mayCall("https://any.example", host)).isTrue();
    assertThat(any.mayCall("null", host)).isFalse();
  }

  private String check(String method, String host, Set<String> headers, String... origins) {
    return rules
        .check(
            method, Arrays.asList(origins), Authority.parse(host).orElseThrow(), headers::contains)
        .map(refusal -> refusal.code())
        .orElse(null);
  }

  private static CorsRules cors(Set<String> origins, boolean credentials) {
    return CorsRules.of(origins, Set.of("Content-Type"), credentials, Duration.ofMinutes(1));
  }
}
