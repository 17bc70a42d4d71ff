package io.awaken.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.commit.ThreadStore.StoredMessage;
import io.awaken.core.event.Cursor;
import io.awaken.core.message.Message;
import io.awaken.core.run.ThreadId;
import io.awaken.http.security.RefusedException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands behind the question mark, and in the header of a client that comes back. */
class QueriesTest {

  private static final ThreadId THREAD = new ThreadId("t");

  @ParameterizedTest
  @CsvSource({
    ",,50,0",
    "0,,1,0",
    "-3,,1,0",
    "7,,7,0",
    "200,,200,0",
    "201,,200,0",
    "9999999999,,200,0",
    "1,5,1,5",
    "1,-5,1,0"
  })
  void a_page_has_50_messages_unless_told_and_never_more_than_200(
      String limit, String after, int expectedLimit, long expectedAfter) {
    MessagePage page = page(limit, after, null, null);

    assertThat(page.limit()).isEqualTo(expectedLimit);
    assertThat(page.after()).isEqualTo(expectedAfter);
    assertThat(page.all()).isFalse();
  }

  @Test
  void messages_for_the_model_only_are_shown_when_asked_for() {
    assertThat(page(null, null, null, "all").all()).isTrue();
    assertThat(page(null, null, null, "external").all()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "x,,,,limit",
    "1.5,,,,limit",
    ",y,,,after",
    ",,!!,,cursor",
    ",,eA,,cursor",
    ",,,secret,visibility"
  })
  void a_bad_parameter_is_refused_by_its_name(
      String limit, String after, String cursor, String visibility, String field) {
    assertRefused(() -> page(limit, after, cursor, visibility), field);
  }

  @Test
  void a_cursor_leads_to_the_next_page_of_the_same_listing_only() {
    String cursor = page("2", null, null, null).cursorBehind(2);

    assertThat(page("2", null, cursor, null).after()).isEqualTo(2);
    assertRefused(() -> page("2", null, cursor, "all"), "cursor");
    assertRefused(
        () ->
            MessagePage.of(new ThreadId("other"), new MessagePage.Query(null, null, cursor, null)),
        "cursor");
  }

  @Test
  void a_page_says_whether_there_is_another_one() {
    MessagePage page = page("2", null, null, null);

    var middle = MessagesView.of(page, stored(3), 9);
    assertThat(middle.messages()).hasSize(2);
    assertThat(middle.hasMore()).isTrue();
    assertThat(page("2", null, middle.nextCursor(), null).after()).isEqualTo(2);

    var last = MessagesView.of(page, stored(2), 9);
    assertThat(last.hasMore()).isFalse();
    assertThat(last.nextCursor()).isNull();
  }

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

  private static MessagePage page(String limit, String after, String cursor, String visibility) {
    return MessagePage.of(THREAD, new MessagePage.Query(limit, after, cursor, visibility));
  }

  private static List<StoredMessage> stored(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> new StoredMessage(i, Message.user("m" + i, "text")))
        .toList();
  }
}
