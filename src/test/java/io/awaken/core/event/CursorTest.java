package io.awaken.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest {

  @Test
  void aWrittenCursorIsReadBack() {
    assertThat(Cursor.parse(new Cursor(7, 42).toString())).contains(new Cursor(7, 42));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "7", "-1-2", "1-", "1-2-3", "9223372036854775808-1", "1-2\r\nX: y", "a-b"})
  void anythingElseIsRefused(String text) {
    assertThat(Cursor.parse(text)).isEmpty();
  }
}
