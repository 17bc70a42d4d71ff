package io.awaken.builtin.permission.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rows(204)
class PatternErrorsTest {

  @ParameterizedTest(name = "{0}: column {1}")
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          ``                       | 1  | the name of a tool
          (a)                      | 1  | the name of a tool
          a b                      | 2  | '(' or the end
          a)                       | 2  | '(' or the end
          a\\b                     | 2  | '*' or '\\'
          /a                       | 3  | a closing '/'
          //                       | 2  | a regular expression between
          /a(/                     | 2  | missing closing )
          /(?=a)/                  | 2  | invalid or unsupported Perl syntax
          /a/b                     | 4  | '(' or the end
          Bash(                    | 6  | ')'
          Bash()                   | 6  | '*', a text, or conditions
          Bash(npm                 | 9  | ')'
          Bash(npm) x              | 12 | ')'
          Bash("npm                | 10 | a closing "
          Bash("npm" x)            | 12 | ')' behind the quoted text
          Bash("npm")x             | 12 | the end
          Bash(a\\b)               | 7  | '*' or '\\'
          Edit(path ~ src/**)      | 13 | a value in quotes
          Edit(path = )            | 13 | a value in quotes
          Edit(path = "a" b)       | 17 | ',' or ')'
          Edit(path = "a",)        | 17 | the name of a field
          Edit(path = "a", b)      | 19 | an operator
          Edit(path =~ "a[")       | 15 | missing closing ]
          Edit(path !=~ "\\1")     | 16 | invalid escape sequence
          Edit(path = "a\\b")      | 15 | a quote or '\\'
          Edit(path =~ "((a{9}){99}){9}") | 15 | repeats less
          """)
  void anInvalidPatternIsRefusedNamingColumnAndExpectation(
      String text, int column, String expected) {
    PatternException e =
        catchThrowableOfType(PatternException.class, () -> ToolCallPattern.parse(text));
    assertThat(e.getMessage()).contains("column " + e.column()).contains(e.expected());
    assertThat(e.column()).isEqualTo(column);
    assertThat(e.expected()).contains(expected);
  }

  @Test
  void everyLengthHasALimit() {
    assertThat(refused("a".repeat(1_025)).column()).isEqualTo(1_025);
    assertThat(refused("a".repeat(129)).column()).isEqualTo(129);
    assertThat(refused("/" + "a".repeat(513) + "/").expected()).contains("512");
    assertThat(refused("a(" + "b.".repeat(16) + "b = \"\")").expected()).contains("16 steps");
    assertThat(refused("a(" + "b=\"\",".repeat(16) + "b=\"\")").expected())
        .contains("16 conditions");
    assertThat(refused("/a{900}|b{900}/").expected()).contains("simpler");
  }

  private static PatternException refused(String text) {
    return catchThrowableOfType(PatternException.class, () -> ToolCallPattern.parse(text));
  }
}
