package io.awaken.http.api.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.Failures;
import io.awaken.http.security.RefusedException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a stream resumes for a reconnecting client. */
class QueriesTest {

  private static final RunId RUN = new RunId("r");
  private static final ThreadId THREAD = new ThreadId("t");

  @Test
  void aCursorIsValidForItsOwnRunOnly() {
    String cursor = EventCursors.of(RUN).write(new Cursor(2, 5));

    assertThat(EventCursors.of(RUN).position(cursor, null)).contains(new Cursor(2, 5));
    assertThat(EventCursors.of(RUN).position(null, cursor)).contains(new Cursor(2, 5));
    assertRefused(() -> EventCursors.of(new RunId("other")).position(null, cursor), "cursor");
    assertRefused(() -> EventCursors.of(new ThreadId("r")).position(null, cursor), "cursor");
  }

  @Test
  void aThreadsCursorIsValidForThatThreadOnly() {
    var at = ThreadPosition.at(7).within(new RunId("a.run:1@2"), new Cursor(3, 4));
    for (ThreadPosition each : List.of(ThreadPosition.START, ThreadPosition.at(9), at)) {
      String cursor = EventCursors.of(THREAD).write(each);
      assertThat(EventCursors.of(THREAD).position(cursor, null)).contains(each);
      assertRefused(
          () -> EventCursors.of(new ThreadId("t2")).position(cursor, null), "Last-Event-ID");
      assertRefused(() -> EventCursors.of(new RunId("t")).position(null, cursor), "cursor");
    }
    assertThat(EventCursors.of(THREAD).position(null, null)).isEmpty();
    for (String bad : List.of("", "x", "1-1", "!!!!", "a".repeat(2_000))) {
      assertRefused(() -> EventCursors.of(THREAD).position(null, bad), "cursor");
    }
  }

  @Test
  void theHeaderPrecedesTheQueryParameter() {
    String one = EventCursors.of(RUN).write(new Cursor(1, 1));
    String other = EventCursors.of(RUN).write(new Cursor(2, 5));
    assertThat(EventCursors.of(RUN).position(other, one)).contains(new Cursor(2, 5));
    assertThat(EventCursors.of(RUN).position(null, one)).contains(new Cursor(1, 1));
    assertThat(EventCursors.of(RUN).position("", one)).contains(new Cursor(1, 1));
    assertThat(EventCursors.of(RUN).position(null, null)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "1",
        "1-1",
        "1-1-",
        "1-1-00000000",
        "-1-1-#",
        "1--1-#",
        "1-9223372036854775808-#",
        "1-1\r\nX: y-#",
        " 1-1-#",
        "1-1-# ",
        "-#",
        "1-1-1-#"
      })
  @Failures("F39")
  void anInvalidCursorIsRefusedWithoutEchoingIt(String cursor) {
    String print = EventCursors.of(RUN).write(Cursor.START).substring("0-0-".length());
    String text = cursor.replace("#", print);
    assertRefused(() -> EventCursors.of(RUN).position(text, null), "Last-Event-ID");
    assertRefused(() -> EventCursors.of(RUN).position(null, text), "cursor");
    assertThatThrownBy(() -> EventCursors.of(RUN).position(text, null))
        .hasMessage("Last-Event-ID is not a cursor of these events");
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
