package io.awaken.core.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rows(15)
class ToolPatternTest {

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @CsvSource(
      textBlock =
          """
          order_status, order_status,      true
          order_status, order_status_2,    false
          order_*,      order_,            true
          order_*,      order_status,      true
          order_*,      xorder_status,     false
          *_status,     order_status,      true
          *status*,     my_status_now,     true
          a*b*c,        aXXbYYbZc,         true
          a*b*c,        aXXbYYbZ,          false
          *,            anything,          true
          **,           anything,          true
          a.c,          abc,               false
          get?,         getx,              false
          [a],          a,                 false
          \\*,          *,                 true
          \\*,          a,                 false
          a\\**,        a*bc,              true
          a\\\\b,       a\\b,              true
          """)
  void onlyTheStarMatchesOtherCharacters(String pattern, String id, boolean matches) {
    assertThat(new ToolPattern(pattern).matches(id)).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          abc\\,  4, is no pattern: a '\\' with nothing behind it stands at position 4
          a\\bc,  2, is no pattern: a '\\' that is not before '*' or '\\' stands at position 2
          """,
      quoteCharacter = '"')
  void anInvalidPatternIsRefusedNamingThePosition(String text, int position, String message) {
    assertThatThrownBy(() -> new ToolPattern(text))
        .isInstanceOfSatisfying(
            ToolPattern.Invalid.class, e -> assertThat(e.position()).isEqualTo(position))
        .hasMessage(message);
  }

  @Test
  void anEmptyOrEndlessPatternIsRefused() {
    assertThatThrownBy(() -> new ToolPattern("")).hasMessageContaining("position 1");
    assertThatThrownBy(() -> new ToolPattern("a".repeat(129))).hasMessageContaining("position 129");
  }

  @Test
  void manyStarsTakeNoMoreThanTheProductOfBothLengths() {
    var pattern = new ToolPattern("a*".repeat(60) + "b");

    assertThat(pattern.matches("a".repeat(10_000))).isFalse();
  }
}
