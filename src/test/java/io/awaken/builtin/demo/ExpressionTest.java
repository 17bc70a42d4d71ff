package io.awaken.builtin.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.builtin.demo.Expression.Invalid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionTest {

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "' 1 + 2 * 3 ', 7",
    "(1+2)*3, 9",
    "0.1+0.2, 0.3",
    "1.10, 1.1",
    ".5 + 1., 1.5",
    "2^3^2, 512",
    "-2^2, -4",
    "(-2)^2, 4",
    "2^-2, 0.25",
    "0^0, 1",
    "--3, 3",
    "2 - -3, 5",
    "10 - 2 - 3, 5",
    "100 / 10 / 5, 2",
    "7 % 4, 3",
    "-7 % 4, -3",
    "1 / 3, 0.3333333333333333333333333333333333",
    "2 / 3, 0.6666666666666666666666666666666667",
    "1e3 , ",
    "123456789012345678901234567890 * 10, 1234567890123456789012345678900",
    "9^2 * 100, 8100",
  })
  void anExpressionHasThisResult(String expression, String result) throws Exception {
    if (result == null) {
      assertThatThrownBy(() -> Expression.calculate(expression)).isInstanceOf(Invalid.class);
    } else {
      assertThat(Expression.calculate(expression)).isEqualTo(result);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', expected a number at position 1",
    "1 +, expected a number at position 4",
    "1 2, unexpected '2' at position 3",
    "(1 + 2, parenthesis is not closed at position 1",
    "1), unexpected ')' at position 2",
    "2 * (3 + ), unexpected ')' at position 10",
    "1 / 0, division by zero at position 3",
    "5 % (1-1), division by zero at position 3",
    "0 ^ -1, division by zero at position 3",
    "2 ^ 0.5, exponent must be a whole number from -1000 to 1000 at position 3",
    "2 ^ 1001, exponent must be a whole number from -1000 to 1000 at position 3",
    "10 ^ 999 * 10 ^ 999, result has more than 1000 digits at position 10",
    "99 ^ 999, result has more than 1000 digits at position 4",
    "0.01 ^ 501, result has more than 1000 digits at position 6",
    "1 + 😀, unexpected '😀' at position 5",
    ". , unexpected '.' at position 1",
    "1..2, unexpected '.' at position 3"
  })
  void aBrokenExpressionIsRefusedWhereItBreaks(String expression, String reason) {
    assertThatThrownBy(() -> Expression.calculate(expression))
        .isInstanceOf(Invalid.class)
        .hasMessage(reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "-", "2^"})
  void theDeepestNestingOfTheLongestExpressionFitsTheStack(String opener) {
    assertThatThrownBy(() -> Expression.calculate(opener.repeat(200 / opener.length())))
        .isInstanceOf(Invalid.class);
  }

  @Test
  void aCharacterThatMarksTheEndDoesNotHideWhatFollows() {
    assertThatThrownBy(() -> Expression.calculate("1\0 + 1")).isInstanceOf(Invalid.class);
  }
}
