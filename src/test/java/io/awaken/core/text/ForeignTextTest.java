package io.awaken.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Attacks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Attacks("S44")
class ForeignTextTest {

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\u0085", "\u2028", "\u2029", "\u0007", "\t \u001b"})
  @Attacks("S43")
  void everyBreakAndControlBecomesOneSpace(String between) {
    assertThat(ForeignText.line("one" + between + "two", 100)).isEqualTo("one two");
  }

  @Test
  void aLongTextIsCutAndNotHalfwayThroughACharacter() {
    assertThat(ForeignText.line("x".repeat(50), 10)).isEqualTo("xxxxxxxxx…");
    assertThat(ForeignText.line("🙂".repeat(50), 10)).isEqualTo("🙂🙂🙂🙂…");
    assertThat(ForeignText.line(null, 10)).isEmpty();
  }

  @Test
  void credentialsAreRedacted() {
    assertThat(ForeignText.line("Incorrect API key: sk-hunter2hunter2", 100))
        .doesNotContain("hunter2")
        .contains("[redacted]");
  }
}
