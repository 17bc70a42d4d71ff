package io.awaken.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that are found in the text of JSON. */
@Rows(1151)
class JsonTextTest {

  private static final String JSON =
      """
      { "skipped" : [ {"id": "]}\\"", "deep": [[[]]]}, 1e5, null ], "id" : -7,
        "a": {"id": 1, "b\\u0031": {"c": "x\\n\\ud83d\\ude00\\/"}, "id": 2} }
      """;

  @Test
  void valuesAreFoundAlongTheirNames() {
    assertThat(JsonText.raw(JSON, "id")).isEqualTo("-7");
    assertThat(JsonText.raw(JSON, "a", "id")).isEqualTo("1");
    assertThat(JsonText.raw(JSON, "skipped")).startsWith("[").endsWith("]");
    assertThat(JsonText.text(JSON, "a", "b1", "c")).isEqualTo("x\n\ud83d\ude00/");
  }

  @Test
  void aMissingValueIsNull() {
    assertThat(JsonText.raw(JSON, "b")).isNull();
    assertThat(JsonText.raw(JSON, "id", "a")).isNull();
    assertThat(JsonText.text(JSON, "id")).isNull();
    assertThat(JsonText.raw("{}", "id")).isNull();
  }

  @Test
  void depthCostsNothing() {
    String deep = "{\"a\":" + "[".repeat(1_000_000) + "]".repeat(1_000_000) + ",\"b\":true}";

    assertThat(JsonText.raw(deep, "b")).isEqualTo("true");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\" 1}",
        "{a:1}",
        "[1",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\uzzzz\"",
        "{} {}",
        "{\"a\":}",
        "\"a"
      })
  void invalidJsonIsRefused(String text) {
    assertThatThrownBy(
            () -> {
              JsonText.requireOne(text);
              JsonText.raw(text, "b");
            })
        .isInstanceOf(JsonText.Malformed.class);
  }

  @Test
  void aTextIsWrittenAsItIsRead() throws Exception {
    String text = "a\"\\\n\u0001é\ud83d\ude00 / \ud800";

    assertThat(new ObjectMapper().readTree(JsonText.quoted(text)).textValue()).isEqualTo(text);
    assertThat(JsonText.text(JsonText.quoted(text))).isEqualTo(text);
  }
}
