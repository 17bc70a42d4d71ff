package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Attacks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Attacks("S44")
class FailureNoteTest {

  private static String note(String message) {
    return FailureNote.of(new IllegalStateException(message));
  }

  @Test
  @Attacks("S43")
  void itHasClassAndMessageOnOneLine() {
    assertThat(note("the pipe\r\n\tis broken"))
        .isEqualTo("java.lang.IllegalStateException: the pipe is broken");
  }

  @Test
  void anExceptionWithoutAMessageIsNotedByItsClass() {
    assertThat(FailureNote.of(new StackOverflowError())).isEqualTo("java.lang.StackOverflowError");
  }

  @Test
  void itIsBounded() {
    assertThat(note("x".repeat(100_000))).hasSize(FailureNote.MAX_CHARS).endsWith("x…");
    assertThat(note("🙂".repeat(5_000)).codePoints().toArray())
        .doesNotContain((int) Character.MIN_HIGH_SURROGATE, 0xD83D);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "401 for Authorization: Bearer hunter2hunter2",
        "{\"api_key\": \"hunter2hunter2\"}",
        "no login with password=hunter2hunter2 for ann",
        "no route to postgresql://ann:hunter2hunter2@db/awaken",
        "token: hunter2hunter2",
        "key sk-hunter2hunter2 is invalid",
      })
  void credentialsAreMasked(String message) {
    assertThat(note(message)).doesNotContain("hunter2").contains("[redacted]");
  }
}
