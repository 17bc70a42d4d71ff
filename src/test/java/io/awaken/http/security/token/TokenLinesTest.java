package io.awaken.http.security.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.run.Caller;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenLinesTest {

  private static final String HASH = "ab".repeat(32);
  private static final String GOOD = "ada acme clerk,boss 2027-01-31T00:00:00Z " + HASH;

  private static List<AccessToken> parse(String text) throws TokenFileException {
    return TokenLines.parse(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aLineIsATokenOfItsCaller() throws Exception {
    var tokens =
        parse(
            "# who\r\n\r\n"
                + GOOD
                + "\r\n  ben\tdefault - 2027-01-31T00:00:00Z "
                + "CD".repeat(32));

    assertThat(tokens).hasSize(2);
    assertThat(tokens.get(0).caller())
        .isEqualTo(new Caller("acme", "ada", Set.of("clerk", "boss")));
    assertThat(tokens.get(0).line()).isEqualTo(3);
    assertThat(tokens.get(1).caller()).isEqualTo(new Caller("default", "ben", Set.of()));
  }

  @Test
  void aTokenExpiresInTheSecondThatItNames() throws Exception {
    AccessToken token = parse(GOOD).getFirst();

    assertThat(token.expired(Instant.parse("2027-01-30T23:59:59Z"))).isFalse();
    assertThat(token.expired(Instant.parse("2027-01-31T00:00:00Z"))).isTrue();
  }

  /** H stands for a hash. Errors name line and field, but not the value. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ada acme clerk 2027-01-31T00:00:00Z        | line 2, the line: it has 4 fields
          ada acme clerk boss 2027-01-31T00:00:00Z H | line 2, the line: it has 6 fields
          anonymous acme - 2027-01-31T00:00:00Z H    | line 2, name: it is reserved for anonymous
          ada acme , 2027-01-31T00:00:00Z H          | line 2, roles: 1 to 256
          ada acme a,,b 2027-01-31T00:00:00Z H       | line 2, roles: 1 to 256
          ada acme - never H                         | line 2, expires: it must be a time
          ada acme - 2027-01-31 H                    | line 2, expires: it must be a time
          ada acme - 2027-02-30T00:00:00Z H          | line 2, expires: it must be a time
          ada acme - 2027-01-31T00:00:00Z awaken_x   | line 2, sha256: it must be the SHA-256
          ada acme - 2027-01-31T00:00:00Z Hab        | line 2, sha256: it must be the SHA-256
          """)
  void anInvalidLineIsReportedWithNumberAndField(String line, String message) {
    assertThatThrownBy(() -> parse("\n" + line.replace("H", HASH)))
        .isInstanceOf(TokenFileException.class)
        .hasMessageStartingWith(message)
        .hasMessageNotContaining("awaken_x")
        .hasMessageNotContaining(HASH);
  }

  @Test
  void namesHaveTheLimitsOfIdentityProvidersTokens() throws Exception {
    String rest = " - 2027-01-31T00:00:00Z " + HASH;

    assertThat(parse("n".repeat(256) + " " + "t".repeat(128) + rest)).hasSize(1);
    assertThatThrownBy(() -> parse("n".repeat(257) + " t" + rest)).hasMessageContaining("name");
    assertThatThrownBy(() -> parse("n " + "t".repeat(129) + rest)).hasMessageContaining("tenant");
    assertThatThrownBy(() -> parse("n\u0000 t" + rest)).hasMessageContaining("name");
  }

  @Test
  void aFileWithADuplicateTokenOrWithoutTextIsRefused() {
    assertThatThrownBy(() -> parse(GOOD + "\n" + GOOD.replace(HASH, HASH.toUpperCase(Locale.ROOT))))
        .hasMessageStartingWith("line 2, sha256: this token");
    assertThatThrownBy(() -> TokenLines.parse(new byte[] {(byte) 0xff}))
        .hasMessage("the file is not UTF-8");
  }

  @Test
  void aWrittenLineIsReadBack() throws Exception {
    var ada = new Caller("acme", "ada", Set.of("clerk", "boss"));
    var expires = Instant.parse("2027-01-31T00:00:00Z");

    AccessToken read = parse(TokenLines.line(ada, expires, "awaken_x")).getFirst();

    assertThat(read.caller()).isEqualTo(ada);
    assertThat(read.expires()).isEqualTo(expires);
    assertThat(read.hash()).isEqualTo(AccessToken.Hash.of("awaken_x"));
    assertThatThrownBy(() -> TokenLines.line(new Caller("a", "#b", Set.of()), expires, "x"))
        .hasMessageContaining("name");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "null",
      value = {
        "Bearer awaken_x, awaken_x",
        "bearer  awaken_x, awaken_x",
        "Bearer abc.def.ghi, null",
        "Basic awaken_x, null",
        "Bearer, null",
        "null, null"
      })
  void onlyABearerTokenWithOurPrefixIsLookedUp(String header, String token) {
    assertThat(AccessToken.in(header).orElse(null)).isEqualTo(token);
  }

  @Test
  void hashesAreNotPrinted() throws Exception {
    assertThat(parse(GOOD).toString()).doesNotContain(HASH);
  }
}
