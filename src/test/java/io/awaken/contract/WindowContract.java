package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.Role;
import io.awaken.core.run.Fence;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.StoredWindow;
import io.awaken.core.store.thread.WindowLimits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a run reads of its thread, however long that is. */
public abstract class WindowContract extends StoreContract {

  private static final int KILOBYTE = 1 << 10;

  private Fence fence;

  private ThreadId thread(List<Message> messages) {
    fence = claimed(newThread()).fence();
    stores.runCommit().commit(fence, step(null, messages.toArray(Message[]::new)));
    return fence.threadId();
  }

  private static List<Message> texts(int count) {
    var messages = new ArrayList<Message>();
    for (int i = 0; i < count; i++) {
      messages.add(Message.user("m" + i, "x".repeat(KILOBYTE)));
    }
    return messages;
  }

  private static Message system(String id, int length) {
    List<ContentBlock> content = List.of(new ContentBlock.Text("s".repeat(length)));
    return new Message(id, Role.SYSTEM, content, List.of(), null, null, null);
  }

  private StoredWindow window(ThreadId thread, long bytes, int messages) {
    return stores.threads().window(thread, 0, new WindowLimits(bytes, messages));
  }

  @Test
  void aShortThreadIsReadWhole() {
    var texts = texts(10);
    var thread = thread(texts);
    var window = window(thread, 1 << 20, 100);

    assertThat(window.newest()).hasSize(11).endsWith(texts.toArray(Message[]::new));
    assertThat(window.system()).isEmpty();
    assertThat(window.leftOut()).isZero();
    assertThat(window.bytes()).isEqualTo(MessageBytes.of(window.newest()));
  }

  @Test
  void theNewestMessagesAreReadOldestFirst() {
    var texts = texts(10);
    var window = window(thread(texts), 1 << 20, 3);

    assertThat(window.newest()).isEqualTo(texts.subList(7, 10));
    assertThat(window.leftOut()).isEqualTo(8);
  }

  @Test
  void noMoreBytesAreReadThanTheWindowHas() {
    var texts = texts(10);
    var window = window(thread(texts), 4 * KILOBYTE, 100);

    assertThat(window.newest()).isEqualTo(texts.subList(7, 10));
    assertThat(window.bytes()).isLessThanOrEqualTo(4 * KILOBYTE);
    assertThat(window.leftOut()).isEqualTo(8);
  }

  @Test
  void aMessageThatIsLargerThanTheWindowIsNotRead() {
    var window = window(thread(texts(3)), KILOBYTE, 100);

    assertThat(window.newest()).isEmpty();
    assertThat(window.leftOut()).isEqualTo(4);
  }

  @Test
  void whatIsReadHasNoGap() {
    var texts = new ArrayList<>(texts(3));
    texts.add(1, Message.user("large", "x".repeat(8 * KILOBYTE)));
    var window = window(thread(texts), 6 * KILOBYTE, 100);

    assertThat(window.newest()).isEqualTo(texts.subList(2, 4));
    assertThat(window.leftOut()).isEqualTo(3);
  }

  @Test
  void systemMessagesAreReadHoweverMuchCameAfterThem() {
    var texts = new ArrayList<>(texts(10));
    texts.addFirst(system("first", 100));
    texts.add(5, system("second", 100));
    texts.add(11, system("third", 100));
    var window = window(thread(texts), 5 * KILOBYTE, 100);

    assertThat(window.system()).extracting(Message::id).containsExactly("first", "second");
    assertThat(window.newest())
        .extracting(Message::id)
        .contains("third", "m9")
        .doesNotContain("m1");
    assertThat(window.leftOut()).isEqualTo(14L - 1 - window.newest().size() - 1);
  }

  @Test
  void theNewestSystemMessagesAreReadWithinAQuarterOfTheWindow() {
    var texts = new ArrayList<>(texts(10));
    texts.addFirst(system("first", 700));
    texts.add(1, system("second", 700));
    var window = window(thread(texts), 4 * KILOBYTE, 100);

    assertThat(window.system()).extracting(Message::id).containsExactly("second");
  }

  @Test
  void onlyMessagesBehindAPlaceAreRead() {
    var texts = texts(10);
    var thread = thread(texts);
    var window = stores.threads().window(thread, 8, new WindowLimits(1 << 20, 100));

    assertThat(window.newest()).isEqualTo(texts.subList(7, 10));
    assertThat(window.leftOut()).isZero();
    assertThat(stores.threads().window(thread, 11, WindowLimits.DEFAULT).newest()).isEmpty();
  }

  @Test
  void anUnknownThreadHasNothingToRead() {
    assertThat(stores.threads().window(newThread(), 0, WindowLimits.DEFAULT))
        .isEqualTo(StoredWindow.EMPTY);
  }
}
