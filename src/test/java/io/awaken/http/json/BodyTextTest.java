package io.awaken.http.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.fixture.Attacks;
import io.awaken.http.security.RefusedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies must be UTF-8. */
class BodyTextTest {

  record Body(String text, JsonNode free, @JsonAlias("otherName") Long otherName) {}

  /** Each character is one byte. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u00c0\u00af", // overlong '/'
        "\u00e0\u0080\u00af",
        "\u00f0\u0080\u0080\u00af",
        "\u00ed\u00a0\u0080", // half of a surrogate pair
        "\u00ed\u00a0\u00bd\u00ed\u00b8\u0080", // a whole one, each half by itself
        "\u00f4\u0090\u0080\u0080", // beyond U+10FFFF
        "\u00ff",
        "\u0080",
        "\u00e2\u0082"
      })
  @Attacks("S27")
  void invalidUtf8IsRefusedInValuesAndNames(String bytes) {
    assertMalformed(("{\"text\":\"" + bytes + "\"}").getBytes(ISO_8859_1));
    assertMalformed(("{\"free\":{\"" + bytes + "\":1}}").getBytes(ISO_8859_1));
  }

  /** Newer parsers detect it themselves. */
  @Test
  void halfOfASurrogatePairInANameIsRefused() {
    for (String half : new String[] {"ud83d", "udc00"}) {
      byte[] body = ("{\"free\":{\"\\" + half + "\":1}}").getBytes(StandardCharsets.UTF_8);
      assertThatThrownBy(() -> read(body))
          .isInstanceOfSatisfying(
              RefusedException.class, e -> assertThat(e.refusal().status()).isEqualTo(400));
    }
  }

  @Test
  void otherEncodingsAreRefused() {
    for (var charset : new String[] {"UTF-16LE", "UTF-16BE", "UTF-32LE"}) {
      byte[] body = "{\"text\":\"a\"}".getBytes(Charset.forName(charset));
      assertThatThrownBy(() -> read(body)).isInstanceOf(RefusedException.class);
    }
  }

  @Test
  void textOfAllPlanesIsReadUnchanged() throws IOException {
    String text = "a\u00e4\u20ac\ud83d\ude00";

    assertThat(read(("{\"text\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8)).text())
        .isEqualTo(text);
    assertThat(read("{\"text\":\"\\ud83d\\ude00\"}".getBytes(StandardCharsets.UTF_8)).text())
        .isEqualTo("\ud83d\ude00");
  }

  /** Some editors add it. */
  @Test
  void aByteOrderMarkIsSkipped() throws IOException {
    assertThat(read("\ufeff{\"text\":\"a\"}".getBytes(StandardCharsets.UTF_8)).text())
        .isEqualTo("a");
  }

  @Test
  void fieldNamesOfTheBodyMayRecurInItsValues() throws IOException {
    Body body =
        read("{\"free\":{\"other_name\":1,\"otherName\":2e3}}".getBytes(StandardCharsets.UTF_8));

    assertThat(body.free()).hasSize(2);
    assertThatThrownBy(
            () -> read("{\"other_name\":1,\"otherName\":2}".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(RefusedException.class)
        .hasMessage("field given twice: other_name");
  }

  private static void assertMalformed(byte[] body) {
    assertThatThrownBy(() -> read(body))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> {
              assertThat(e.refusal().status()).isEqualTo(400);
              assertThat(e.refusal().code()).isEqualTo("malformed_text");
            });
  }

  private static Body read(byte[] body) throws IOException {
    return NativeJson.read(new ByteArrayInputStream(body), Body.class);
  }
}
