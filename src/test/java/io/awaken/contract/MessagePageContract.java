package io.awaken.contract;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.Visibility;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.MessageQuery.Filter;
import io.awaken.core.store.thread.MessageQuery.Shown;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.core.store.thread.ThreadStore.StoredMessage;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pages of messages: two runs, whose messages 1 to 4 and 5 to 6 are, 3 for the model only. */
public abstract class MessagePageContract extends SuspendingContract {

  private final ThreadId id = newThread();
  private RunId first;
  private RunId second;

  @BeforeEach
  void talk() {
    var internal = new Message("note", Role.SYSTEM, null, null, null, Visibility.INTERNAL, null);
    var claim = claimed(id);
    first = claim.runId();
    var fence = claim.fence();
    stores
        .runCommit()
        .finish(fence, step(null, answer(fence, "b"), internal, answer(fence, "d")), ANSWERED);
    queued(id);
    var next = claimDue();
    second = next.runId();
    stores.runCommit().commit(next.fence(), step(null, answer(next.fence(), "f")));
  }

  @Test
  void aPageBeginsBehindASequenceNumberInItsOrder() {
    assertPage(page(Filter.ALL, false, null, 0, 2), 6, 1, 2);
    assertPage(page(Filter.ALL, false, 2L, 0, 2), 6, 3, 4);
    assertPage(page(Filter.ALL, false, 6L, 0, 2), 6);
    assertPage(page(Filter.ALL, true, null, 0, 2), 6, 6, 5);
    assertPage(page(Filter.ALL, true, 5L, 0, 9), 6, 4, 3, 2, 1);
    assertPage(page(Filter.ALL, true, 1L, 0, 2), 6);
    assertPage(page(Filter.ALL, false, null, 5, 2), 6, 6);
    assertPage(page(Filter.ALL, false, null, 6, 2), 6);
  }

  @Test
  @Rows(168)
  void messagesForTheModelOnlyAreShownAndCountedOnRequest() {
    assertPage(page(shown(Shown.EXTERNAL), false, 1L, 0, 2), 5, 2, 4);
    assertPage(page(shown(Shown.INTERNAL), false, null, 0, 9), 1, 3);
    assertPage(page(shown(Shown.ALL), true, null, 0, 9), 6, 6, 5, 4, 3, 2, 1);
  }

  @Test
  void theTotalCountsWhatTheFilterLetsThroughWhereverThePageBegins() {
    var middle = new Filter(Shown.EXTERNAL, null, 1, 6);
    assertPage(page(middle, false, null, 0, 9), 3, 2, 4, 5);
    assertPage(page(middle, false, 4L, 0, 9), 3, 5);
    assertPage(page(middle, true, 4L, 0, 9), 3, 2);
    assertPage(page(new Filter(Shown.ALL, null, 6, Long.MAX_VALUE), false, null, 0, 9), 0);
    assertPage(page(new Filter(Shown.ALL, null, 0, 0), false, null, 0, 9), 0);
  }

  @Test
  void theMessagesOfARunAreItsInputAndWhatItSaid() {
    assertPage(page(of(first), false, null, 0, 9), 4, 1, 2, 3, 4);
    assertPage(page(of(second), true, null, 0, 9), 2, 6, 5);
    assertPage(page(of(new RunId("another")), false, null, 0, 9), 0);
  }

  @Test
  void inputNamesTheRunThatItCameWithLikeWhatTheRunSaid() {
    var shown = page(Filter.ALL, false, null, 0, 9).items().stream().map(StoredMessage::shown);
    assertThat(shown.map(message -> message.metadata() == null ? null : message.metadata().runId()))
        .containsExactly(
            first.value(),
            first.value(),
            first.value(),
            first.value(),
            second.value(),
            second.value());
  }

  @Test
  void aMessageThatWasSaidToARunIsAmongItsMessages() {
    var thread = newThread();
    var fence = claimed(thread).fence();
    var said = steered(fence);
    var takenIn =
        aCommit(fresh("commit"))
            .messages(said.messages())
            .consumed(List.of(said.runId().value()))
            .build();
    stores.runCommit().commit(fence, takenIn);

    var query = new MessageQuery(thread, of(fence.runId()), true, null, 0, 1);
    var page = stores.threads().messages(query);
    assertThat(page.items().getFirst().message()).isEqualTo(said.messages().getFirst());
    assertThat(page.total()).isEqualTo(2);
  }

  @Test
  void aPageIsCutBeforeTheMessageThatBringsItOverItsBytes() {
    var thread = newThread();
    var fence = claimed(thread).fence();
    var large = "x".repeat(10_000);
    stores
        .runCommit()
        .commit(fence, step(null, answer(fence, large), answer(fence, large), answer(fence, "")));

    var two = stores.threads().messages(bytes(thread, false, 15_000));
    assertThat(two.items()).extracting(StoredMessage::sequence).containsExactly(1L, 2L);
    assertThat(two.cut()).isTrue();
    assertThat(two.total()).isEqualTo(4);

    var newest = stores.threads().messages(bytes(thread, true, 15_000));
    assertThat(newest.items()).extracting(StoredMessage::sequence).containsExactly(4L, 3L);

    var first = stores.threads().messages(new MessageQuery(thread, Filter.ALL, false, 1L, 0, 9, 9));
    assertThat(first.items()).extracting(StoredMessage::sequence).containsExactly(2L);
    assertThat(first.cut()).isTrue();

    assertThat(stores.threads().messages(bytes(thread, false, 30_000)).cut()).isFalse();
  }

  private static MessageQuery bytes(ThreadId thread, boolean newestFirst, long bytes) {
    return new MessageQuery(thread, Filter.ALL, newestFirst, null, 0, 9, bytes);
  }

  private Page<StoredMessage> page(
      Filter filter, boolean newestFirst, Long behind, int skip, int limit) {
    var query = new MessageQuery(id, filter, newestFirst, behind, skip, limit);
    return stores.threads().messages(query);
  }

  private static Filter shown(Shown shown) {
    return new Filter(shown, null, 0, Long.MAX_VALUE);
  }

  private static Filter of(RunId run) {
    return new Filter(Shown.ALL, run, 0, Long.MAX_VALUE);
  }

  private void assertPage(Page<StoredMessage> page, long total, long... sequences) {
    assertThat(page.total()).isEqualTo(total);
    assertThat(page.items().stream().mapToLong(StoredMessage::sequence).toArray())
        .containsExactly(sequences);
    List<Message> history = stores.threads().history(id);
    page.items()
        .forEach(
            each -> assertThat(each.message()).isEqualTo(history.get((int) each.sequence() - 1)));
  }
}
