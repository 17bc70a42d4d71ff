package io.awaken.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.event.Cursor;
import io.awaken.http.security.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a stream begins for a client that comes back. */
class QueriesTest {

  @Test
  void a_stream_begins_at_the_header_before_the_query_before_the_beginning() {
    assertThat(StreamCursor.of("2-5", "1-1")).isEqualTo(new Cursor(2, 5));
    assertThat(StreamCursor.of(null, "1-1")).isEqualTo(new Cursor(1, 1));
    assertThat(StreamCursor.of("", "1-1")).isEqualTo(new Cursor(1, 1));
    assertThat(StreamCursor.of(null, null)).isEqualTo(Cursor.START);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "1", "-1-1", "1--1", "1-9223372036854775808", "1-1\r\nX: y", " 1-1", "1-1 "})
  void a_bad_cursor_is_refused_without_being_repeated(String text) {
    assertRefused(() -> StreamCursor.of(text, null), "Last-Event-ID");
    assertRefused(() -> StreamCursor.of(null, text), "cursor");
    assertThatThrownBy(() -> StreamCursor.of(text, null))
        .hasMessage("Last-Event-ID is not a cursor of this server");
  }

  private static void assertRefused(Runnable parsing, String field) {
    assertThatThrownBy(parsing::run)
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> {
              assertThat(e.refusal().status()).isEqualTo(400);
              assertThat(e.refusal().field()).isEqualTo(field);
            });
  }
}
