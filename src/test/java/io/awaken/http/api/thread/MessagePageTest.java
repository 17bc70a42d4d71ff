package io.awaken.http.api.thread;

import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.MessageQuery.Filter;
import io.awaken.core.store.thread.MessageQuery.Shown;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.core.store.thread.ThreadStore.StoredMessage;
import io.awaken.fixture.Rows;
import io.awaken.http.api.request.ListPage;
import io.awaken.http.api.request.Paging;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The query parameters of a list of messages. */
@Rows(232)
class MessagePageTest {

  private static final ThreadId THREAD = new ThreadId("t");
  private static final List<String> ANY = chosen(null, null, null, null);

  @ParameterizedTest
  @CsvSource({
    ",,50,0",
    "0,,1,0",
    "-3,-1,1,0",
    "7,3,7,3",
    "200,10000,200,10000",
    "201,,200,0",
    "9999999999,,200,0"
  })
  void aPageHas50MessagesByDefaultAndAtMost200(
      String limit, String offset, int expectedLimit, int expectedOffset) {
    ListPage<Long> page = page(ANY, null, offset, limit, null);

    assertThat(page.limit()).isEqualTo(expectedLimit);
    assertThat(page.offset()).isEqualTo(expectedOffset);
    assertThat(page.queried()).isEqualTo(expectedLimit + 1);
  }

  @Test
  void byDefaultMessagesForPeopleAreListedOldestFirst() {
    var plain = new MessageParameters();
    assertThat(plain.filter()).isEqualTo(new Filter(Shown.EXTERNAL, null, 0, Long.MAX_VALUE));
    assertThat(plain.newestFirst()).isFalse();
    assertThat(plain.page(THREAD).after()).isNull();

    var other = asked(chosen("internal", "r", "3", "-5"), "desc", null, null, null);
    assertThat(other.filter()).isEqualTo(new Filter(Shown.INTERNAL, new RunId("r"), 3, 0));
    assertThat(other.newestFirst()).isTrue();
    assertThat(page(ANY, "asc", null, null, null)).isEqualTo(plain.page(THREAD));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-,-,-,-,-,-,x,-,limit",
        "-,-,-,-,-,-,1.5,-,limit",
        "-,-,-,-,-,y,-,-,offset",
        "-,-,-,-,-,10001,-,-,offset",
        "-,-,y,-,-,-,-,-,after",
        "-,-,-,1e3,-,-,-,-,before",
        "-,-,-,-,-,-,-,!!,cursor",
        "-,-,-,-,-,-,-,eA,cursor",
        "secret,-,-,-,-,-,-,-,visibility",
        "-,a b,-,-,-,-,-,-,run_id",
        "-,-,-,-,DESC,-,-,-,order"
      })
  void aBadParameterIsRefusedByItsName(
      String visibility,
      String run,
      String after,
      String before,
      String order,
      String offset,
      String limit,
      String cursor,
      String field) {
    var chosen = chosen(visibility, run, after, before);
    var refusal = refusal(() -> page(chosen, order, offset, limit, cursor));

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.field()).isEqualTo(field);
  }

  @Test
  void anOffsetBeyondTheLimitIsRefused() {
    assertThat(refusal(() -> page(ANY, null, "10001", null, null)).message())
        .isEqualTo("offset must be at most 10000; use a cursor beyond that");
  }

  @Test
  void aCursorIsValidForTheSameListOnly() {
    ListPage<Long> first = page(ANY, null, null, "2", null);
    String cursor = MessagesView.of(first, new Page<>(stored(3), 9), false).nextCursor();

    ListPage<Long> next = page(ANY, null, "7", "2", cursor);
    assertThat(next.after()).isEqualTo(2);
    assertThat(next.offset()).isZero();
    assertForeign(chosen("all", null, null, null), null, cursor);
    assertForeign(chosen(null, "r", null, null), null, cursor);
    assertForeign(chosen(null, null, "1", null), null, cursor);
    assertForeign(chosen(null, null, null, "9"), null, cursor);
    assertForeign(ANY, "desc", cursor);
    var again = asked(ANY, null, null, null, cursor);
    assertThat(refusal(() -> again.page(new ThreadId("other"))).field()).isEqualTo("cursor");
  }

  @Test
  void aPageShowsWhetherThereIsAnotherOne() {
    ListPage<Long> page = page(ANY, null, null, "2", null);

    var middle = MessagesView.of(page, new Page<>(stored(3), 9), false);
    assertThat(middle.messages()).hasSize(2);
    assertThat(middle.total()).isEqualTo(9);
    assertThat(middle.hasMore()).isTrue();
    assertThat(page(ANY, null, null, "2", middle.nextCursor()).after()).isEqualTo(2);

    var cut = MessagesView.of(page, new Page<>(stored(1), 9, true), false);
    assertThat(cut.messages()).hasSize(1);
    assertThat(cut.hasMore()).isTrue();
    assertThat(page(ANY, null, null, "2", cut.nextCursor()).after()).isEqualTo(1);

    var last = MessagesView.of(page, new Page<>(stored(2), 9), false);
    assertThat(last.messages()).hasSize(2);
    assertThat(last.hasMore()).isFalse();
    assertThat(last.nextCursor()).isNull();
  }

  private static void assertForeign(List<String> chosen, String order, String cursor) {
    assertThat(refusal(() -> page(chosen, order, null, null, cursor)).field()).isEqualTo("cursor");
  }

  private static List<String> chosen(String visibility, String run, String after, String before) {
    return Arrays.asList(visibility, run, after, before);
  }

  private static MessageParameters asked(
      List<String> chosen, String order, String offset, String limit, String cursor) {
    var asked = new MessageParameters(new Paging(offset, limit, cursor));
    asked.visibility = chosen.get(0);
    asked.runId = chosen.get(1);
    asked.after = chosen.get(2);
    asked.before = chosen.get(3);
    asked.order = order;
    return asked;
  }

  private static ListPage<Long> page(
      List<String> chosen, String order, String offset, String limit, String cursor) {
    return asked(chosen, order, offset, limit, cursor).page(THREAD);
  }

  private static List<StoredMessage> stored(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> new StoredMessage(i, null, Message.user("m" + i, "text"), false))
        .toList();
  }
}
