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
    String cursor = RunCursors.of(RUN).write(new Cursor(2, 5));

    assertThat(StreamCursor.of(RUN, cursor, null)).isEqualTo(new Cursor(2, 5));
    assertThat(StreamCursor.of(RUN, null, cursor)).isEqualTo(new Cursor(2, 5));
    assertRefused(() -> StreamCursor.of(new RunId("other"), null, cursor), "cursor");
    assertRefused(() -> StreamCursor.of(new ThreadId("r"), null, cursor), "cursor");
  }

  @Test
  void aThreadsCursorIsValidForThatThreadOnly() {
    var at = ThreadPosition.at(7).within(new RunId("a.run:1@2"), new Cursor(3, 4));
    for (ThreadPosition each : List.of(ThreadPosition.START, ThreadPosition.at(9), at)) {
      String cursor = ThreadCursors.of(THREAD).write(each);
      assertThat(StreamCursor.of(THREAD, cursor, null)).contains(each);
      assertRefused(() -> StreamCursor.of(new ThreadId("t2"), cursor, null), "Last-Event-ID");
      assertRefused(() -> StreamCursor.of(new RunId("t"), null, cursor), "cursor");
    }
    assertThat(StreamCursor.of(THREAD, null, null)).isEmpty();
    for (String bad : List.of("", "x", "1-1", "!!!!", "a".repeat(2_000))) {
      assertRefused(() -> StreamCursor.of(THREAD, null, bad), "cursor");
    }
  }

  @Test
  void theHeaderPrecedesTheQueryParameter() {
    String one = RunCursors.of(RUN).write(new Cursor(1, 1));
    String other = RunCursors.of(RUN).write(new Cursor(2, 5));
    assertThat(StreamCursor.of(RUN, other, one)).isEqualTo(new Cursor(2, 5));
    assertThat(StreamCursor.of(RUN, null, one)).isEqualTo(new Cursor(1, 1));
    assertThat(StreamCursor.of(RUN, "", one)).isEqualTo(new Cursor(1, 1));
    assertThat(StreamCursor.of(RUN, null, null)).isEqualTo(Cursor.START);
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
    String print = RunCursors.of(RUN).write(Cursor.START).substring("0-0-".length());
    String text = cursor.replace("#", print);
    assertRefused(() -> StreamCursor.of(RUN, text, null), "Last-Event-ID");
    assertRefused(() -> StreamCursor.of(RUN, null, text), "cursor");
    assertThatThrownBy(() -> StreamCursor.of(RUN, text, null))
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
