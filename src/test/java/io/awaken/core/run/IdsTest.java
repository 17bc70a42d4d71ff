package io.awaken.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {

  @Test
  void anIdMayHave128Characters() {
    assertThat(new ThreadId("x".repeat(128)).value()).hasSize(128);
    assertThatExceptionOfType(InvalidId.class)
        .isThrownBy(() -> new ThreadId("x".repeat(129)))
        .withMessage("thread_id must have at most 128 characters")
        .matches(e -> e.field().equals("thread_id"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "../x", "a/b", "a\nb", "ü", "a;b", "%2e"})
  void forbiddenCharactersAreRefused(String text) {
    assertThatExceptionOfType(InvalidId.class).isThrownBy(() -> new RunId(text));
  }
}
